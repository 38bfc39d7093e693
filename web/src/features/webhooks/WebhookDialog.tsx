import { type Webhook, webhookList, webhooks } from '@kontor/contract/webhooks'
import { type WebhookEvent, webhookEventNames, webhookEvents } from '@kontor/contract/webhooks/events'
import { Button, Input } from '@mantine/core'
import { useTranslations } from 'use-intl'
import check from '../../components/data-table/check.module.css'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { underField } from '../../components/form/FieldMessage.tsx'
import { useField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import type { FormRecord } from '../../components/form/recordForm.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { type Secret, showWebhookSecret } from './WebhookSecret.tsx'
import classes from './Webhooks.module.css'

const isCreated = (row: FormRecord): row is FormRecord & Secret => 'secret' in row

/** The form of a webhook: URL and events. */
export function WebhookDialog({ row, onClose }: RecordDialogProps<Webhook>) {
  const t = useTranslations()
  const { data } = useApiQuery(webhooks.reach, {})
  return (
    <FormDialog
      row={row}
      routes={webhooks}
      list={webhookList}
      {...(!row && {
        initialValues: { url: 'https://', events: [...webhookEventNames] },
        onSaved: (created: FormRecord) => isCreated(created) && showWebhookSecret(created),
      })}
      width={640}
      subtitle={row?.name}
      onClose={onClose}
    >
      <TextField name="name" help={t('webhooks.name_help')} />
      <TextField
        name="url"
        help={t(data?.allows_private ? 'webhooks.url_help_inside' : 'webhooks.url_help')}
      />
      <Events />
    </FormDialog>
  )
}

function Events() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const label = t('webhooks.events')
  const { value, error, set } = useField({ name: 'events', label })
  const chosen = new Set<WebhookEvent>(
    webhookEventNames.filter((event) => Array.isArray(value) && value.includes(event)),
  )
  const tick = (event: WebhookEvent, on: boolean) =>
    set(webhookEventNames.filter((one) => (one === event ? on : chosen.has(one))))
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      {...underField(error, t('webhooks.events_help'))}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <fieldset
        className={classes.events}
        aria-label={label}
        data-wrong={error ? '' : undefined}
        tabIndex={-1}
      >
        <div className={classes.options}>
          <Button size="compact-sm" variant="default" onClick={() => set([...webhookEventNames])}>
            {t('webhooks.all')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => set([])}>
            {t('webhooks.none')}
          </Button>
        </div>
        {webhookEventNames.map((event) => (
          <label key={event} className={classes.event}>
            <input
              type="checkbox"
              className={check.check}
              checked={chosen.has(event)}
              onChange={({ currentTarget }) => tick(event, currentTarget.checked)}
            />
            <span>{webhookEvents[event].label[locale]}</span>
            <code>{event}</code>
          </label>
        ))}
      </fieldset>
    </Input.Wrapper>
  )
}
