import { type Notification, notification, notifications } from '@kontor/contract/notifications'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { PickedRecord } from '../../components/form/pickers/chosen.ts'
import { apiRequest } from '../../lib/api/apiRequest.ts'

interface Recipients {
  send_by_category: boolean
  categories: readonly PickedRecord[]
  partners: readonly PickedRecord[]
}

/** Most categories or partners that are named. */
const MAX_NAMES = 3

/**
 * The recipients of a notification as text: counted by the server before sending, from the result
 * afterwards.
 */
export function useRecipientsText() {
  const t = useTranslations()
  const namesOf = ({ send_by_category, categories, partners }: Recipients) => {
    const all = send_by_category ? categories : partners
    const names = all.slice(0, MAX_NAMES).map(({ name }) => name)
    return all.length > MAX_NAMES
      ? t('notifications.and_others', { names: names.join(', ') })
      : names.join(', ')
  }
  return {
    /** `Za: Gume. Dobiće je 3 partnera: …`; what the server does not return is omitted. */
    async reach(recipients: Recipients) {
      const [ids, partners] = [recipients.categories, recipients.partners].map((all) =>
        all.map(({ id }) => id),
      )
      const body = {
        send_by_category: recipients.send_by_category,
        ...(recipients.send_by_category ? { categories: ids } : { partners }),
      }
      const reach = await apiRequest(notifications.recipients, { body }).catch(() => null)
      const recipientsText = t('notifications.whom', { names: namesOf(recipients) })
      if (!reach) return recipientsText
      const isMuted = reach.phones > 0 && !reach.reaches_phones
      const muted = isMuted ? ` ${t('notifications.phones_logged', { phones: reach.phones })}` : ''
      return `${recipientsText} · ${t('notifications.reach', reach)}${muted}`
    },
    sent: (row: Notification) => t('notifications.sent_to', { names: namesOf(row), users: row.sent.users }),
  }
}

/** The saved notification of a form, if it can be read. */
export function savedOf(row: unknown) {
  const read = z.safeParse(notification, row)
  return read.success ? read.data : undefined
}
