import * as z from 'zod/mini'
import type { LocalizedText } from '../text/locales.ts'
import { route } from './route.ts'

const login = z.object({ username: z.string(), password: z.string() })

/** What the app needs before a sign-in. */
const about = z.object({
  /** The build number in the settings, a constant of the documents. */
  build: z.string(),
  /** The version of the release, such as `1.0.0`. */
  release: z.string(),
  /** Changes with every build of the app and is written in its pages, so that an open app can offer to reload. */
  revision: z.string(),
  password_min_length: z.int(),
  /** URL of map tiles with {z}, {x} and {y}; null without map. */
  map_tiles: z.nullable(z.string()),
  /** Whether links for forgotten passwords are sent by mail. */
  mails_links: z.boolean(),
  /** With demo data: the credentials of an office user and of a partner's user. */
  demo: z.nullable(login),
  demo_partner: z.nullable(login),
})
export type About = z.infer<typeof about>

/**
 * Roles. Their default permissions are declared by area in contract/src/permissions.ts. The first role has all
 * permissions, always.
 */
export const roles = ['user_admin', 'user_manager', 'user_engineer', 'user_financier'] as const
export type Role = (typeof roles)[number]
export const roleLabels = {
  user_admin: { cnr: 'Direktor', en: 'Director' },
  user_manager: { cnr: 'Menadžer', en: 'Manager' },
  user_engineer: { cnr: 'Stručni saradnik', en: 'Engineer' },
  user_financier: { cnr: 'Poslovni sekretar', en: 'Financier' },
} as const satisfies Record<Role, LocalizedText>

/** The default role: the one with the fewest permissions. */
export const LEAST_ROLE = 'user_engineer' as const satisfies Role

/** Routes that every screen calls at its start, without the schemas of forms. */
export const shellRoutes = {
  about: route({
    method: 'GET',
    path: '/api/about',
    audience: 'public',
    summary: 'Get app configuration',
    description: 'What the app needs before anyone has signed in.',
    response: about,
  }),
  me: route({
    method: 'GET',
    path: '/api/getLogedUserData',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'Get signed-in user',
    response: z.object({
      name: z.string(),
      username: z.string(),
      role: z.enum(roles),
      email: z.nullable(z.string()),
      /** Current permissions of the role, e.g. `partners.change`. */
      rights: z.array(z.string()),
      /** Resources that the office does not use: their screens are not linked, but still work. */
      hidden_resources: z.array(z.string()),
      /** Whether the user must set up a second factor first. */
      needs_factor: z.boolean(),
    }),
  }),
}
