import { IconHome, IconLock } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { Notice } from '../look/Notice.tsx'
import { PlainButton } from '../look/PlainButton.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useTexts } from '../texts/useTexts.ts'

/** A screen that the user may not see, reached by its address or open as the right was taken away. */
export function NotForRole() {
  const t = useTexts(shellTexts)
  const router = useRouter()
  return (
    <Notice icon={IconLock} level={1} title={t('pages.not_for_role')} text={t('pages.not_for_role_text')}>
      <PlainButton icon={IconHome} onClick={() => void router.navigate({ to: '/' })}>
        {t('pages.to_home')}
      </PlainButton>
    </Notice>
  )
}
