import { type Notification, notificationList, notifications } from '@kontor/contract/notifications'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { chosenOf, type PickedRecord } from '../../components/form/pickers/chosen.ts'
import type { FormRecord, Values } from '../../components/form/recordForm.ts'
import type { AnnouncementProps } from '../../components/publishing/announceContext.ts'
import { MomentField } from '../../components/publishing/MomentField.tsx'
import { Previewed, useHasPreviewRoom } from '../../components/publishing/Previewed.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { type ApiError, apiRequest } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { OpenedField, withoutRecord } from './OpenedField.tsx'
import { Recipients } from './Recipients.tsx'
import { TestPush } from './TestPush.tsx'
import { savedOf, useRecipientsText } from './useRecipientsText.ts'

const NotificationPreview = lazyPart(() => import('./NotificationPreview.tsx'), 'NotificationPreview')

const NONE: readonly never[] = []

interface NotificationDialogProps extends Partial<Omit<AnnouncementProps, 'onClose'>> {
  slider?: PickedRecord | null
  product?: PickedRecord | null
  onClose: () => void
  /** A scheduled notification to edit, with all its recipients. */
  row?: Notification | null
  notification_text?: string
}

/** The row names only the first of many partners. */
export const withAllRecipients = async <Row extends FormRecord>(row: Row) => {
  const { categories, partners } = await apiRequest(notifications.chosen, { params: { id: String(row.id) } })
  return { ...row, categories, partners }
}

/** A notification, sent on saving or at a scheduled time. After sending it can no longer be edited. */
export function NotificationDialog({
  row = null,
  subject = '',
  notification_text = '',
  categories = NONE,
  partners = NONE,
  slider = null,
  product = null,
  campaign = null,
  onClose,
}: NotificationDialogProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const initialValues = useMemo(
    () => ({
      subject,
      notification_text,
      send_by_category: partners.length === 0,
      categories,
      partners,
      slider_id: slider,
      product_id: product,
      campaign_id: campaign,
    }),
    [subject, notification_text, categories, partners, slider, product, campaign],
  )
  const [isLater, setLater] = useState(row !== null)
  const whom = useRecipientsText()
  const [question, askToSend] = useSendQuestion()
  const success = (saved: FormRecord) => {
    const row = savedOf(saved)
    if (row?.state === 'sent') return { text: whom.sent(row) }
    const at = row?.send_at
    return at ? { text: t('notifications.scheduled', { at: dateTime(at) }) } : undefined
  }
  return (
    <>
      <FormDialog
        row={row}
        routes={notifications}
        list={notificationList}
        {...(!row && { initialValues })}
        completeRow={withAllRecipients}
        width={useHasPreviewRoom() ? 896 : 560}
        check={withoutRecord}
        action={isLater ? (row ? undefined : t('notifications.schedule')) : t('notifications.send')}
        savedAnyway={notReached}
        confirmSave={isLater ? undefined : askToSend}
        success={success}
        onClose={onClose}
      >
        <Previewed preview={<NotificationPreview />}>
          <TextField name="subject" />
          <TextArea name="notification_text" />
          <OpenedField />
          <Recipients />
          <SendAt onLater={setLater} />
          <TestPush />
        </Previewed>
      </FormDialog>
      {question}
    </>
  )
}

/** Asks before sending, with how many it reaches. Render the first returned element. */
function useSendQuestion() {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const whom = useRecipientsText()
  const ask = async ({ send_by_category, categories, partners }: Values) => {
    const chosen = { categories: chosenOf(categories), partners: chosenOf(partners) }
    const reach = await whom.reach({ send_by_category: send_by_category === true, ...chosen })
    return confirm({
      title: t('notifications.send_sure'),
      text: `${reach} ${t('notifications.send_sure_text')}`,
      action: t('notifications.send'),
    })
  }
  return [question, ask] as const
}

/** Now or scheduled; the button's label follows. */
function SendAt({ onLater }: { onLater: (isLater: boolean) => void }) {
  const t = useTranslations()
  const isLater = Boolean(useFormField('send_at').value)
  useEffect(() => onLater(isLater), [isLater, onLater])
  return (
    <MomentField
      name="send_at"
      label={t('notifications.send_at')}
      hour="08:00"
      futureOnly
      help={t('notifications.send_at_help')}
    />
  )
}

/** Saved, but some devices failed: the list shows how many. */
function notReached(error: ApiError) {
  if (error.status !== 491) return false
  shownError.show(error)
  return true
}
