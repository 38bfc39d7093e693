// The deliveries of a notification by device.
import * as z from 'zod/mini'
import { moment } from '../lib/fields/fields.ts'
import { deliveryErrors, deliveryStatuses, platforms } from '../lib/http/push.ts'
import { list } from '../lib/lists/list.ts'
import { choice } from '../lib/lists/selection.ts'

/** A recipient's device and its delivery status; a user without a device has a row too. */
export const notificationDelivery = z.object({
  id: z.int(),
  partner: choice,
  user: z.string(),
  platform: z.nullable(z.enum(platforms)),
  status: z.enum([...deliveryStatuses, 'no_device']),
  error: z.nullable(z.enum(deliveryErrors)),
  attempts: z.int(),
  updated_at: z.nullable(moment),
  read_at: z.nullable(moment),
})
export type NotificationDelivery = z.infer<typeof notificationDelivery>

export const notificationDeliveryList = list({
  columns: {
    partner: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    user: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text' },
    platform: { label: { cnr: 'Uređaj', en: 'Device' } },
    status: { label: { cnr: 'Ishod', en: 'Result' } },
    updated_at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    read_at: { label: { cnr: 'Pročitano', en: 'Read' }, filter: 'day' },
  },
  search: ['partner', 'user'],
  sort: { by: 'partner', desc: false },
  sizes: [10, 20, 30, 50, 100],
})
