import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useEscape } from '../dialog/useEscape.ts'
import { lazyPart, WaitingContext } from '../router/lazyPart.tsx'
import type { Screen } from '../shell/screen.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useKeys } from './useKeys.ts'

const KeySheet = lazyPart(() => import('./KeySheet.tsx'), 'KeySheet')

/** The keys of every screen: `g` and a letter to go to another one, `?` for the sheet that shows them all. */
export function Keys({ screens }: { screens: readonly Screen[] }) {
  const t = useTranslations()
  const router = useRouter()
  const { locale } = useLanguage()
  const [isShown, setShown] = useState(false)
  useKeys([{ key: '?', says: t('shell.keys'), run: () => setShown(true) }], 'everywhere')
  useKeys(
    screens.flatMap(({ path, label, letter }) =>
      letter
        ? [{ key: `g ${letter}`, says: label[locale], run: () => void router.navigate({ to: path }) }]
        : [],
    ),
    'go',
  )
  if (!isShown) return null
  const close = () => setShown(false)
  return (
    <WaitingContext value={<Coming onLeave={close} />}>
      <KeySheet onClose={close} />
    </WaitingContext>
  )
}

/** In place of a sheet whose code is on its way: Escape gives it up. */
function Coming({ onLeave }: { onLeave: () => void }) {
  useEscape(onLeave)
  return null
}
