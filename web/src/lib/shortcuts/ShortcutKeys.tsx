import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Screen } from '../../components/shell/screen.ts'
import { useEscape } from '../../components/ui/dialog/useEscape.ts'
import { useLanguage } from '../i18n/i18n.tsx'
import { FallbackContext, lazyPart } from '../router/lazyPart.tsx'
import { useShortcuts } from './useShortcuts.ts'

const ShortcutHelp = lazyPart(() => import('./ShortcutHelp.tsx'), 'ShortcutHelp')

/** The global shortcuts: `g` and a letter to open a screen, `?` for the help. */
export function ShortcutKeys({ screens }: { screens: readonly Screen[] }) {
  const t = useTranslations()
  const router = useRouter()
  const { locale } = useLanguage()
  const [isShown, setShown] = useState(false)
  useShortcuts([{ key: '?', label: t('shell.keys'), run: () => setShown(true) }], 'everywhere')
  useShortcuts(
    screens.flatMap(({ path, label, letter }) =>
      letter
        ? [{ key: `g ${letter}`, label: label[locale], run: () => void router.navigate({ to: path }) }]
        : [],
    ),
    'go',
  )
  if (!isShown) return null
  const close = () => setShown(false)
  return (
    <FallbackContext value={<LoadingHelp onLeave={close} />}>
      <ShortcutHelp onClose={close} />
    </FallbackContext>
  )
}

/** Shown while the help loads; Escape cancels. */
function LoadingHelp({ onLeave }: { onLeave: () => void }) {
  useEscape(onLeave)
  return null
}
