import type { LocalizedText } from '../text/locales.ts'

/** The actions in an area. `send` reaches partners, `administer` grants permissions. */
const verbs = ['see', 'change', 'import', 'export', 'send', 'administer'] as const
export type Verb = (typeof verbs)[number]

export const verbLabels = {
  see: { cnr: 'Vidi', en: 'See' },
  change: { cnr: 'Mijenja', en: 'Change' },
  import: { cnr: 'Uvozi', en: 'Import' },
  export: { cnr: 'Izvozi', en: 'Export' },
  send: { cnr: 'Šalje', en: 'Send' },
  administer: { cnr: 'Upravlja', en: 'Manage' },
} as const satisfies Record<Verb, LocalizedText>

/** A permission for one action in one area, e.g. `products.change`. The features declare the areas. */
export type Permission = `${string}.${Verb}`

/** The requirement of a staff route: a permission, any one of several, or just a session. */
export type RequiredPermission = Permission | readonly [Permission, ...Permission[]] | 'signed-in'

/** The permissions that allow a call, any of them; empty when a session is sufficient. */
export const acceptedPermissions = (permission: RequiredPermission): readonly Permission[] =>
  permission === 'signed-in' ? [] : typeof permission === 'string' ? [permission] : permission

/** Whether these permissions satisfy a requirement. */
export const can = (permissions: ReadonlySet<string>, permission: RequiredPermission) =>
  permission === 'signed-in' || acceptedPermissions(permission).some((one) => permissions.has(one))

/** The additional permission of a list request for a file (`report_data`): the export of the area. */
export const exportPermission = (permission: RequiredPermission): RequiredPermission => {
  const [area] = acceptedPermissions(permission)[0]?.split('.') ?? []
  return area === undefined ? 'signed-in' : `${area}.export`
}
