import type { ApiKey } from '@kontor/contract/users/keys'
import { useTranslations } from 'use-intl'
import { SecretDialog } from '../../../components/ui/secret-dialog/SecretDialog.tsx'
import { CurlLines } from './CurlLines.tsx'

export type CreatedKey = ApiKey & { token: string }

/** A new key, shown once, with example commands. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const t = useTranslations()
  return (
    <SecretDialog
      title={t('keys.created')}
      subtitle={created.name}
      secret={created.token}
      label={t('keys.token')}
      text={{ once: t('keys.once'), lost: t('keys.not_copied_text'), back: t('keys.back') }}
      onClose={onClose}
    >
      {(onCopied) => <CurlLines token={created.token} rights={created.rights} onCopied={onCopied} />}
    </SecretDialog>
  )
}
