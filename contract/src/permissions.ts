import { type Role, roles } from './lib/http/about.ts'
import { acceptedPermissions, type Permission, type Verb, verbLabels } from './lib/http/permissions.ts'
import type { Route } from './lib/http/route.ts'
import { keyed, keysOf } from './lib/lists/keys.ts'
import type { Resource } from './lib/resources/resource.ts'
import type { Locale, LocalizedText } from './lib/text/locales.ts'
import { resources } from './resources.ts'

/** The groups of the menu, in order. */
export type AreaGroup = 'sales' | 'content' | 'online' | 'reference' | 'records'

/** A permission area: a feature, named like its contract file, or a protected part of one. */
export interface Area {
  group: AreaGroup
  label: LocalizedText
  /** Its actions. */
  verbs: readonly Verb[]
  /** Roles that have all permissions of it by default, besides Direktor and Menadžer; other roles have `see`. */
  work?: readonly Role[]
  /** By default only the Direktor has its permissions; others may not even see it. */
  closed?: true
}

const see = ['see', 'export'] as const
const change = ['see', 'change', 'export'] as const
const all = ['see', 'change', 'import', 'export'] as const

/** A generated resource is its own area; resources of partners are changed by the roles that work with partners. */
const generated = keyed(keysOf(resources), (name): Area => {
  const { labels: words, group, parent }: Resource = resources[name]
  return {
    group: group ?? 'records',
    label: { cnr: words.cnr.title, en: words.en.title },
    verbs: all,
    ...(parent === 'partner_id' && { work: ['user_financier'] }),
  }
})

/** All areas in the order of the menu; default permissions follow from their declaration. */
export const permissionAreas = {
  partners: {
    group: 'sales',
    label: { cnr: 'Partneri', en: 'Partners' },
    verbs: all,
    work: ['user_financier'],
  },
  figures: {
    group: 'sales',
    label: { cnr: 'Finansije partnera', en: 'Partners’ figures' },
    verbs: all,
    work: ['user_financier'],
  },
  partnerView: {
    group: 'sales',
    label: { cnr: 'Pregled kao partner', en: 'View as partner' },
    verbs: ['see'],
    closed: true,
  },
  products: {
    group: 'sales',
    label: { cnr: 'Proizvodi', en: 'Products' },
    verbs: all,
    work: ['user_engineer'],
  },
  campaigns: { group: 'sales', label: { cnr: 'Kampanje', en: 'Campaigns' }, verbs: all },
  cart: { group: 'sales', label: { cnr: 'Korpa', en: 'Cart' }, verbs: change, work: ['user_financier'] },
  catalogue: {
    group: 'sales',
    label: { cnr: 'Katalog', en: 'Catalogue' },
    verbs: change,
    work: ['user_engineer'],
  },
  catalogueOrders: {
    group: 'sales',
    label: { cnr: 'Narudžbe iz kataloga', en: 'Catalogue orders' },
    verbs: change,
    work: ['user_financier'],
  },
  sliders: {
    group: 'content',
    label: { cnr: 'Slajderi i konverzacije', en: 'Sliders and conversations' },
    verbs: ['see', 'change', 'export', 'send'],
    work: ['user_engineer'],
  },
  notifications: {
    group: 'content',
    label: { cnr: 'Push Notifikacije', en: 'Push notifications' },
    verbs: ['see', 'export', 'send'],
  },
  technicalSupport: {
    group: 'content',
    label: { cnr: 'Tehnička podrška', en: 'Technical support' },
    verbs: change,
    work: ['user_engineer'],
  },
  customerSupport: {
    group: 'online',
    label: { cnr: 'Korisnička podrška', en: 'Customer support' },
    verbs: change,
  },
  signedInPartners: {
    group: 'online',
    label: { cnr: 'Prijavljeni partneri', en: 'Signed-in partners' },
    verbs: see,
  },
  ...generated,
  stores: { group: 'reference', label: { cnr: 'Prodavnice', en: 'Stores' }, verbs: all },
  users: {
    group: 'reference',
    label: { cnr: 'Korisnici i uloge', en: 'Users and roles' },
    verbs: ['see', 'change', 'import', 'export', 'administer'],
    closed: true,
  },
  webhooks: {
    group: 'reference',
    label: { cnr: 'Webhookovi', en: 'Webhooks' },
    verbs: change,
    closed: true,
  },
  history: { group: 'reference', label: { cnr: 'Istorija izmjena', en: 'History' }, verbs: see },
} as const satisfies Record<string, Area>
export type PermissionArea = keyof typeof permissionAreas

const permissionsOf = (area: PermissionArea): readonly Permission[] =>
  permissionAreas[area].verbs.map((verb) => `${area}.${verb}` as const)

/** All permissions, in the order of the areas. */
export const allPermissions: readonly Permission[] = keysOf(permissionAreas).flatMap(permissionsOf)

/** The labels of permissions: `Proizvodi – Mijenja`. */
export const permissionLabels = Object.fromEntries(
  keysOf(permissionAreas).flatMap((area) =>
    permissionAreas[area].verbs.map((verb) => {
      const words = (locale: Locale) =>
        `${permissionAreas[area].label[locale]} – ${verbLabels[verb][locale].toLowerCase()}`
      return [`${area}.${verb}`, { cnr: words('cnr'), en: words('en') }]
    }),
  ),
)

/** The default permissions of a role. */
export const defaultPermissions = (role: Role): readonly Permission[] =>
  keysOf(permissionAreas).flatMap((area) =>
    permissionsOf(area).filter((permission) => isDefault(role, permissionAreas[area], permission)),
  )

function isDefault(role: Role, { work, closed }: Area, permission: Permission) {
  if (isUnlimited(role)) return true
  if (closed) return false
  return role === 'user_manager' || work?.includes(role) || permission.endsWith('.see')
}

/** The permissions of a role: its defaults with those granted, without those taken away. */
export function effectivePermissions(role: Role, granted: readonly string[], revoked: readonly string[]) {
  const can = new Set<string>([...defaultPermissions(role), ...granted])
  return allPermissions.filter((one) => can.has(one) && (isUnlimited(role) || !revoked.includes(one)))
}

/** The role with all permissions, which cannot be changed. */
export const isUnlimited = (role: Role) => role === roles[0]

/** Permissions that an API key can have: all except those of users, roles and settings. */
export const apiKeyPermissions: readonly Permission[] = keysOf(permissionAreas).flatMap((name) => {
  const { closed }: Area = permissionAreas[name]
  return closed ? [] : permissionsOf(name)
})

/** Whether an API key with the permission may call a route: routes of the user's own account are excluded. */
export const acceptsApiKeys = ({ audience, permission }: Pick<Route, 'audience' | 'permission'>) =>
  audience === 'staff' &&
  permission !== undefined &&
  acceptedPermissions(permission).some((one) => apiKeyPermissions.includes(one))
