import { notificationList } from '@kontor/contract/notifications'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useFormValues } from '../../components/form/FormContext.ts'
import { Phone, PushCard } from '../../components/publishing/Phone.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './NotificationPreview.module.css'
import { openedIn } from './OpenedField.tsx'

/** The notification on a partner's phone; empty fields show their labels. */
export function NotificationPreview() {
  const { locale } = useLanguage()
  const t = useTranslations()
  const values = useDeferredValue(useFormValues())
  const { subject, notification_text } = values
  const { columns } = notificationList
  const opened = openedIn(values)
  return (
    <Phone
      short
      above={
        opened && (
          <p className={classes.opens}>
            {t('notifications.opens_what', { kind: opened.kind, name: opened.record.name })}
          </p>
        )
      }
    >
      <PushCard
        title={String(subject || columns.subject.label[locale])}
        text={String(notification_text || columns.notification_text.label[locale])}
      />
    </Phone>
  )
}
