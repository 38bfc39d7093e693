import { IconBell, IconCash, IconMessage, IconPencil, IconPhone } from '@tabler/icons-react'
import { createSearch, createTreeSearch, type RecordAct } from '../components/command-palette/finder.ts'
import { phoneLink } from '../components/ui/phoneLink.ts'

/** What the palette offers to do with a partner; its page answers what the address asks. */
const partnerActs: readonly RecordAct[] = [
  {
    ...{ key: 'call', icon: IconPhone, label: { cnr: 'Pozovi', en: 'Call' } },
    when: ({ phone }) => phone !== undefined,
    tells: ({ phone }) => phone,
    href: ({ phone }) => phone && phoneLink(phone),
  },
  {
    ...{ key: 'write', icon: IconMessage, label: { cnr: 'Napiši poruku', en: 'Write a message' } },
    ...{ search: { write: '1' }, permission: ['sliders.send'] },
  },
  {
    ...{ key: 'notify', icon: IconBell, label: { cnr: 'Pošalji notifikaciju', en: 'Send a notification' } },
    ...{ search: { notify: '1' }, permission: ['notifications.send'] },
  },
  {
    ...{ key: 'debt', icon: IconCash, label: { cnr: 'Nova dugovanja', en: 'New debt' } },
    also: 'promijeni dug change the debt',
    ...{ search: { debt: '1' }, permission: ['partners.change', 'figures.change'] },
  },
  {
    ...{ key: 'edit', icon: IconPencil, label: { cnr: 'Uredi', en: 'Edit' } },
    ...{ search: { edit: '1' }, permission: ['partners.change'] },
  },
]

/** How the palette finds the records of each screen, each with what its contract says of it. */
export const searches = {
  partners: async () => {
    const { partners } = await import('@kontor/contract/partners')
    const find = createSearch(partners.index, ({ id, name, city, phone }) => ({
      ...{ id, name, code: String(id), note: city?.name, phone: phone ?? undefined },
    }))
    return Object.assign(find, { acts: partnerActs })
  },
  campaigns: async () => {
    const { campaigns } = await import('@kontor/contract/campaigns')
    return createSearch(campaigns.index, ({ id, name, campaign_type }) => ({
      ...{ id, name, code: `#${id}`, search: name, note: campaign_type.name },
    }))
  },
  products: async () => {
    const { products } = await import('@kontor/contract/products')
    return createSearch(products.index, ({ id, name, erp_code, quantity }) => ({
      ...{ id, name, code: erp_code, pieces: quantity },
    }))
  },
  catalogue: async () => {
    const { catalogue } = await import('@kontor/contract/catalogue')
    return createTreeSearch(catalogue.find)
  },
  technicalSupport: async () => {
    const { technicalSupport } = await import('@kontor/contract/technicalSupport')
    return createTreeSearch(technicalSupport.find)
  },
  notifications: async () => {
    const { notifications } = await import('@kontor/contract/notifications')
    return createSearch(notifications.index, ({ id, subject }) => ({ id, name: subject, code: `#${id}` }))
  },
  users: async () => {
    const { users } = await import('@kontor/contract/users')
    return createSearch(users.index, ({ id, name, username, partner }) => ({
      ...{ id, name, code: username },
      ...(partner && partner.name !== name && { note: partner.name }),
    }))
  },
}
