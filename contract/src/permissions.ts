import { type Role, roles } from './lib/http/about.ts'
import { acceptedPermissions, type Permission, type Verb, verbLabels } from './lib/http/permissions.ts'
import type { Route } from './lib/http/route.ts'
import { keyed, keysOf } from './lib/lists/keys.ts'
import type { Resource } from './lib/resources/resource.ts'
import type { Locale } from './lib/text/locales.ts'
import { resources } from './resources.ts'

/** The groups of the menu, in its order. */
export type AreaGroup = 'sales' | 'content' | 'online' | 'reference' | 'records'

/** Something that rights are given for: a feature, called as its contract file is, or what of one is kept apart. */
export interface Area {
  group: AreaGroup
  label: Record<Locale, string>
  /** What there is to do in it. */
  verbs: readonly Verb[]
  /** Whose work it is, beside the Direktor's and the Menadžer's: they may do all of it, everybody else may look. */
  work?: readonly Role[]
  /** Kept to the Direktor until he gives it to others: nobody else even looks. */
  closed?: true
}

const see = ['see', 'export'] as const
const change = ['see', 'change', 'export'] as const
const all = ['see', 'change', 'import', 'export'] as const

/** A plain resource is an area by itself; what belongs to partners is the work of whoever's work they are. */
const plain = keyed(keysOf(resources), (name): Area => {
  const { labels: words, group, parent }: Resource = resources[name]
  return {
    group: group ?? 'records',
    label: { cnr: words.cnr.title, en: words.en.title },
    verbs: all,
    ...(parent === 'partner_id' && { work: ['user_financier'] }),
  }
})

/** Every area, in the order of the menu. A later one is one line here; its default rights follow from it. */
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
    label: { cnr: 'Narudžbe kataloga', en: 'Catalogue orders' },
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
    label: { cnr: 'Push notifikacije', en: 'Push notifications' },
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
  ...plain,
  stores: { group: 'reference', label: { cnr: 'Prodavnice', en: 'Stores' }, verbs: all },
  users: {
    group: 'reference',
    label: { cnr: 'Korisnici i uloge', en: 'Users and roles' },
    verbs: ['see', 'change', 'import', 'export', 'administer'],
    closed: true,
  },
  webhooks: {
    group: 'reference',
    label: { cnr: 'Webhooks', en: 'Webhooks' },
    verbs: change,
    closed: true,
  },
  history: { group: 'reference', label: { cnr: 'Istorija izmjena', en: 'History of changes' }, verbs: see },
} as const satisfies Record<string, Area>
export type PermissionArea = keyof typeof permissionAreas

const permissionsOf = (area: PermissionArea): readonly Permission[] =>
  permissionAreas[area].verbs.map((verb) => `${area}.${verb}` as const)

/** Every right there is, in the order of the areas. */
export const allPermissions: readonly Permission[] = keysOf(permissionAreas).flatMap(permissionsOf)

/** Each right in words: `Proizvodi – Mijenja`. */
export const permissionLabels = Object.fromEntries(
  keysOf(permissionAreas).flatMap((area) =>
    permissionAreas[area].verbs.map((verb) => {
      const words = (locale: Locale) =>
        `${permissionAreas[area].label[locale]} – ${verbLabels[verb][locale].toLowerCase()}`
      return [`${area}.${verb}`, { cnr: words('cnr'), en: words('en') }]
    }),
  ),
)

/** What a role may do as long as nobody has said otherwise. */
export const defaultPermissions = (role: Role): readonly Permission[] =>
  keysOf(permissionAreas).flatMap((area) =>
    permissionsOf(area).filter((right) => isDefault(role, permissionAreas[area], right)),
  )

function isDefault(role: Role, { work, closed }: Area, right: Permission) {
  if (isUnlimited(role)) return true
  if (closed) return false
  return role === 'user_manager' || work?.includes(role) || right.endsWith('.see')
}

/** What a role may do when this was given to it beside its defaults, and this of them taken away. */
export function effectivePermissions(role: Role, given: readonly string[], taken: readonly string[]) {
  const can = new Set<string>([...defaultPermissions(role), ...given])
  return allPermissions.filter((right) => can.has(right) && (isUnlimited(role) || !taken.includes(right)))
}

/** The role that may do everything, always; its rights cannot be changed. */
export const isUnlimited = (role: Role) => role === roles[0]

/** What an API key can be given: the work of the office, and nothing of who its people are and what they may do. */
export const apiKeyPermissions: readonly Permission[] = keysOf(permissionAreas).flatMap((name) => {
  const { closed }: Area = permissionAreas[name]
  return closed ? [] : permissionsOf(name)
})

/** Whether a call is one that an API key may make when it has the right: one's own affairs are a person's alone. */
export const acceptsApiKeys = ({ audience, permission }: Pick<Route, 'audience' | 'permission'>) =>
  audience === 'staff' &&
  permission !== undefined &&
  acceptedPermissions(permission).some((right) => apiKeyPermissions.includes(right))
