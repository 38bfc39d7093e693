import type { Locale } from '../text/locales.ts'

/** What can be done in an area. `send` reaches partners, `administer` gives rights to others. */
const verbs = ['see', 'change', 'import', 'export', 'send', 'administer'] as const
export type Verb = (typeof verbs)[number]

export const verbLabels = {
  see: { cnr: 'Vidi', en: 'See' },
  change: { cnr: 'Mijenja', en: 'Change' },
  import: { cnr: 'Uvozi', en: 'Import' },
  export: { cnr: 'Izvozi', en: 'Export' },
  send: { cnr: 'Šalje', en: 'Send' },
  administer: { cnr: 'Upravlja', en: 'Administer' },
} as const satisfies Record<Verb, Record<Locale, string>>

/** Leave to do one thing in one area, e.g. `products.change`. Which areas there are is the features' to say. */
export type Permission = `${string}.${Verb}`

/** What a call of the staff needs: a right, any one of several, or only that somebody has signed in. */
export type RequiredPermission = Permission | readonly [Permission, ...Permission[]] | 'signed-in'

/** The permissions that allow a call, any of them; none when being signed in is enough. */
export const acceptedPermissions = (permission: RequiredPermission): readonly Permission[] =>
  permission === 'signed-in' ? [] : typeof permission === 'string' ? [permission] : permission

/** Whether somebody with these rights may do what needs that. */
export const can = (rights: ReadonlySet<string>, permission: RequiredPermission) =>
  permission === 'signed-in' || acceptedPermissions(permission).some((right) => rights.has(right))

/** What a list call needs beside, when it asks for a file (`report_data`): the export of the area that it reads. */
export const exportPermission = (permission: RequiredPermission): RequiredPermission => {
  const [area] = acceptedPermissions(permission)[0]?.split('.') ?? []
  return area === undefined ? 'signed-in' : `${area}.export`
}
