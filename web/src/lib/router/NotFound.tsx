import { IconMapOff } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/ui/Notice.tsx'
import { PlainButton } from '../../components/ui/PlainButton.tsx'

/** The page of an unknown URL. */
export function NotFound() {
  const t = useTranslations()
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Notice
      icon={IconMapOff}
      level={1}
      title={t('pages.not_found')}
      text={t.rich('pages.not_found_text', { path, b: (text) => <b>{text}</b> })}
    >
      <PlainButton onClick={() => void router.navigate({ to: '/' })}>{t('pages.to_home')}</PlainButton>
    </Notice>
  )
}
