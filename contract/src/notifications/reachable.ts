import * as z from 'zod/mini'
import { commonColumns, list } from '../lib/lists/list.ts'
import { partnerChoice } from '../partners/choice.ts'

/** The partners that can be chosen. */
export const notificationPartnerList = list({
  columns: {
    id: { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } },
    name: commonColumns.name,
    city: { label: { cnr: 'Grad', en: 'City' }, filter: 'text' },
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text' },
    devices: { label: { cnr: 'Uređaji', en: 'Devices' }, filter: 'number' },
  },
  search: ['id', 'name', 'city', 'category_names'],
  sort: { by: 'name', desc: false },
})

/** The routes of the picker. */
export const reachable = {
  path: '/api/getPartnersForAddNotificationChooseDialog',
  audience: 'staff',
  permission: 'notifications.send',
} as const
export const reachablePartner = z.extend(partnerChoice, { devices: z.int() })
