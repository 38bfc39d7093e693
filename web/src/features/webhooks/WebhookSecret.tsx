import { useTranslations } from 'use-intl'
import { HelpText } from '../../components/form/FieldMessage.tsx'
import { SecretDialog } from '../../components/ui/secret-dialog/SecretDialog.tsx'
import { shownSecret } from '../../components/ui/secret-dialog/shownSecret.ts'

export interface Secret {
  name: string
  secret: string
}

/** Shows a new secret, once. */
export const showWebhookSecret = ({ name, secret }: Secret) =>
  shownSecret.show(<WebhookSecret key={secret} name={name} secret={secret} />)

function WebhookSecret({ name, secret }: Secret) {
  const t = useTranslations()
  return (
    <SecretDialog
      title={t('webhooks.secret_title')}
      subtitle={name}
      secret={secret}
      label={t('webhooks.secret')}
      text={{ once: t('webhooks.once'), lost: t('webhooks.not_copied_text'), back: t('webhooks.back') }}
      onClose={shownSecret.close}
    >
      {() => <HelpText>{t('webhooks.verify')}</HelpText>}
    </SecretDialog>
  )
}
