import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Screen } from './screen.ts'

/** Keeps the browser's title on the current screen. */
export function useScreenTitle(screens: readonly Screen[]) {
  const t = useTranslations()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const screen = screens.find((one) => one.path === path)
  const title = t(screen?.label ?? 'pages.not_found')
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
}
