import { IconHome, IconLock } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Notice } from '../ui/Notice.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'

/** Shown for a screen without permission, opened by URL or when the permission was revoked. */
export function NotForRole() {
  const t = useTranslations()
  const router = useRouter()
  return (
    <Notice icon={IconLock} level={1} title={t('pages.not_for_role')} text={t('pages.not_for_role_text')}>
      <PlainButton icon={IconHome} onClick={() => void router.navigate({ to: '/' })}>
        {t('pages.to_home')}
      </PlainButton>
    </Notice>
  )
}
