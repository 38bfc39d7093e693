import { finder, treeFinder } from './kit/palette/finder.ts'

/** How the palette finds the records of each screen, each with what its contract says of it. */
export const finders = {
  partners: async () => {
    const { partners } = await import('@kontor/contract/partners')
    return finder(partners.index, ({ id, name, city }) => ({
      ...{ id, name, code: String(id) },
      ...(city && { note: city.name }),
    }))
  },
  campaigns: async () => {
    const { campaigns } = await import('@kontor/contract/campaigns')
    return finder(campaigns.index, ({ id, name, campaign_type }) => ({
      ...{ id, name, code: `#${id}`, search: name, note: campaign_type },
    }))
  },
  products: async () => {
    const { products } = await import('@kontor/contract/products')
    return finder(products.index, ({ id, name, erp_code, quantity }) => ({
      ...{ id, name, code: erp_code, pieces: quantity },
    }))
  },
  catalogue: async () => {
    const { catalogue } = await import('@kontor/contract/catalogue')
    return treeFinder(catalogue.find)
  },
  technicalSupport: async () => {
    const { technicalSupport } = await import('@kontor/contract/technicalSupport')
    return treeFinder(technicalSupport.find)
  },
  notifications: async () => {
    const { notifications } = await import('@kontor/contract/notifications')
    return finder(notifications.index, ({ id, subject }) => ({ id, name: subject, code: `#${id}` }))
  },
  users: async () => {
    const { users } = await import('@kontor/contract/users')
    return finder(users.index, ({ id, name, username }) => ({ id, name, code: username }))
  },
}
