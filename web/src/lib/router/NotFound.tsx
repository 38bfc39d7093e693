import { IconMapOff } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/ui/Notice.tsx'
import { PlainButton } from '../../components/ui/PlainButton.tsx'

interface NotFoundProps {
  /** That a record is missing, where the address is one of a screen's. */
  missing?: string
}

/** The page of an unknown URL, or of a record that does not exist. */
export function NotFound({ missing }: NotFoundProps) {
  const t = useTranslations()
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Notice
      icon={IconMapOff}
      level={1}
      title={missing ?? t('pages.not_found')}
      text={
        missing
          ? t('pages.missing_text')
          : t.rich('pages.not_found_text', { path, b: (text) => <b>{text}</b> })
      }
    >
      <PlainButton onClick={() => void router.navigate({ to: '/' })}>{t('pages.to_home')}</PlainButton>
    </Notice>
  )
}
