import { notificationList } from '@kontor/contract/notifications'
import { useDeferredValue } from 'react'
import { useFormValues } from '../../components/form/FormContext.ts'
import { Phone, PushCard } from '../../components/publishing/Phone.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

/** The notification on a partner's phone; empty fields show their labels. */
export function NotificationPreview() {
  const { locale } = useLanguage()
  const { subject, notification_text } = useDeferredValue(useFormValues())
  const { columns } = notificationList
  return (
    <Phone short>
      <PushCard
        title={String(subject || columns.subject.label[locale])}
        text={String(notification_text || columns.notification_text.label[locale])}
      />
    </Phone>
  )
}
