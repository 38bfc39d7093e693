import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import type { Screen } from './screen.ts'
import { useWaiting } from './waiting.ts'

/** The current screen. Keeps the browser's title on it, with the number of what waits to be read before it. */
export function useCurrentScreen(screens: readonly Screen[]) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const news = Object.values(useWaiting()).reduce((sum, told) => sum + (told?.isNews ? told.count : 0), 0)
  const screen = screens.find((one) => pattern(one.path).test(path))
  const title = screen?.label[locale] ?? t('pages.not_found')
  useEffect(() => {
    document.title = `${news > 0 ? `(${news}) ` : ''}${title} · Kontor`
  }, [title, news])
  return screen
}

/** A screen's path with its parameters as anything: `/sliders/$id/chat`. */
const pattern = (path: string) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`)
