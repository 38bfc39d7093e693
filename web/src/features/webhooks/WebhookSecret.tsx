import { useTranslations } from 'use-intl'
import { HelpText } from '../../components/form/FieldMessage.tsx'
import { SecretDialog } from '../../components/ui/secret-dialog/SecretDialog.tsx'

export interface Secret {
  name: string
  secret: string
}

/** A new secret, shown once, with an explanation. */
export function WebhookSecret({ created, onClose }: { created: Secret; onClose: () => void }) {
  const t = useTranslations()
  return (
    <SecretDialog
      title={t('webhooks.secret_title')}
      subtitle={created.name}
      secret={created.secret}
      label={t('webhooks.secret')}
      text={{ once: t('webhooks.once'), lost: t('webhooks.not_copied_text'), back: t('webhooks.back') }}
      onClose={onClose}
    >
      {() => <HelpText>{t('webhooks.verify')}</HelpText>}
    </SecretDialog>
  )
}
