import { optionLabel } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { attemptText, type WebhookDelivery, webhookDeliveryList, webhooks } from '@kontor/contract/webhooks'
import { useTranslations } from 'use-intl'
import { HelpText } from '../../components/form/FieldMessage.tsx'
import { FormStack } from '../../components/form/layout.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog/Dialog.tsx'
import { CloseButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import secret from '../../components/ui/secret-dialog/SecretDialog.module.css'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './Webhooks.module.css'

/** The label of a delivery's event. */
export const typeOf = ({ type }: Pick<WebhookDelivery, 'type'>, locale: Locale) =>
  optionLabel(webhookDeliveryList.columns.type, type, locale) ?? type

/** One delivery with every attempt and response. */
export function WebhookPost({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { dateTime } = formatOf(locale)
  const { data, error, refetch } = useApiQuery(webhooks.delivery, { params: { id: String(id) } })
  return (
    <Dialog
      title={(data && typeOf(data, locale)) ?? '…'}
      width={640}
      onClose={onClose}
      buttons={<CloseButton variant="filled" onClick={onClose} />}
    >
      <DialogBody>
        {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
        {data && (
          <FormStack>
            <section className={classes.part}>
              <h3>{t('webhooks.answers')}</h3>
              {data.tries.map((one, index) => (
                <div key={one.at} className={classes.part}>
                  <p className={classes.try}>
                    {t('webhooks.attempt', { number: String(index + 1), time: dateTime(one.at) })}
                    <b>{attemptText(one, locale)}</b>
                    <span>{t('webhooks.took', { ms: one.ms })}</span>
                  </p>
                  {one.answer && <Text text={one.answer} />}
                </div>
              ))}
              {data.next_at && <HelpText>{t('webhooks.next', { time: dateTime(data.next_at) })}</HelpText>}
            </section>
            <section className={classes.part}>
              <h3>{t('webhooks.posted')}</h3>
              {data.body === null ? (
                <HelpText>{t('webhooks.nothing_posted')}</HelpText>
              ) : (
                <>
                  <Text text={headerLines(data.headers)} />
                  <Text text={JSON.stringify(JSON.parse(data.body), null, 2)} />
                </>
              )}
            </section>
          </FormStack>
        )}
      </DialogBody>
    </Dialog>
  )
}

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Preformatted, without a length limit. */
const Text = ({ text }: { text: string }) => (
  <pre className={`${secret.verbatim} ${classes.text}`}>{text}</pre>
)
