import { IconMapOff } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { Failed, Notice } from './Notice.tsx'
import { PlainButton } from './PlainButton.tsx'

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

interface NotLoadedProps {
  error: ApiError
  /** Heading level: 1 when it is the whole page. */
  level?: 1 | 2
  onRetry: () => void
}

/** Shown when a record could not be loaded: the reason, with a retry button. */
export function NotLoaded({ error: { body }, level = 2, onRetry }: NotLoadedProps) {
  const t = useTranslations()
  const message = useMessage()
  return (
    <Failed
      level={level}
      title={t('common.not_loaded')}
      text={message(body.message, body.params)}
      onRetry={onRetry}
    />
  )
}
