import { partners } from '@kontor/contract/partners'
import { IconBell, IconCash, IconMessage, IconPencil, IconPhone } from '@tabler/icons-react'
import { createSearch, type RecordAction } from '../../components/command-palette/finder.ts'
import { phoneLink } from '../../components/ui/phoneLink.ts'

/** The actions of a partner in the command palette; the partner page reads their search params. */
const partnerActions: readonly RecordAction[] = [
  {
    key: 'call',
    icon: IconPhone,
    label: { cnr: 'Pozovi', en: 'Call' },
    when: ({ phone }) => phone !== undefined,
    noteOf: ({ phone }) => phone,
    href: ({ phone }) => phone && phoneLink(phone),
  },
  {
    key: 'write',
    icon: IconMessage,
    label: { cnr: 'Napiši poruku', en: 'Write a message' },
    search: { write: '1' },
    permission: [['sliders.send', 'customerSupport.change']],
  },
  {
    key: 'notify',
    icon: IconBell,
    label: { cnr: 'Pošalji notifikaciju', en: 'Send notification' },
    search: { notify: '1' },
    permission: ['notifications.send'],
  },
  {
    key: 'debt',
    icon: IconCash,
    label: { cnr: 'Upiši dug', en: 'Enter debt' },
    also: 'promijeni dug change the debt',
    search: { debt: '1' },
    permission: ['partners.change', 'figures.change'],
  },
  {
    key: 'edit',
    icon: IconPencil,
    label: { cnr: 'Uredi', en: 'Edit' },
    search: { edit: '1' },
    permission: ['partners.change'],
  },
]

const find = createSearch(partners.index, ({ id, name, city, phone }) => ({
  id,
  name,
  code: String(id),
  note: city?.name,
  phone: phone ?? undefined,
}))

/** The search for partners in the command palette, with their actions. */
export const partnerSearch = Object.assign(find, { actions: partnerActions })
