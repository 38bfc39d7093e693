import { notificationList, notifications } from '@kontor/contract/notifications'
import { useMemo } from 'react'
import type { AnnouncementProps } from '../../kit/announce/announce.ts'
import { TextField } from '../../kit/fields/fields.tsx'
import { TextArea } from '../../kit/fields/TextArea.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { CallError } from '../../kit/net/call.ts'
import { notify } from '../../kit/notify/notify.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { Recipients } from './Recipients.tsx'
import { texts } from './texts.ts'

const routes = { create: notifications.create, update: notifications.create }

const NONE: readonly never[] = []

/** A message that is sent as soon as it is saved; it is never edited, for it has been read by then. */
export function NotificationDialog({
  subject = '',
  categories = NONE,
  partners = NONE,
  onClose,
}: Partial<AnnouncementProps> & Pick<AnnouncementProps, 'onClose'>) {
  const t = useTexts(texts)
  const start = useMemo(
    () => ({ subject, send_by_category: partners.length === 0, categories, partners }),
    [subject, categories, partners],
  )
  return (
    <FormDialog
      feature="notifications"
      row={null}
      routes={routes}
      list={notificationList}
      start={start}
      width={560}
      action={t('notifications.send')}
      savedAnyway={notReached}
      onClose={onClose}
    >
      <TextField name="subject" />
      <TextArea name="notification_text" />
      <Recipients />
    </FormDialog>
  )
}

/** It is saved, and some devices did not get it: the list says how many. */
function notReached(error: CallError) {
  if (error.status !== 491) return false
  notify.failure(error)
  return true
}
