import * as z from 'zod/mini'
import type { Locale } from '../text/locales.ts'
import { route } from './route.ts'

const login = z.object({ username: z.string(), password: z.string() })

/** What the app must know before anyone has signed in. */
const about = z.object({
  /** Label shown in the settings. */
  build: z.string(),
  /** Changes with every new build of the app, so that an open one can offer to reload. */
  revision: z.string(),
  password_min_length: z.int(),
  /** Address of map tiles with {z}, {x} and {y}; null where none are configured. */
  map_tiles: z.nullable(z.string()),
  /** Whether links for forgotten passwords are mailed. */
  mails_links: z.boolean(),
  /** With demo data: who may sign in, in the office and as a partner. */
  demo: z.nullable(login),
  demo_partner: z.nullable(login),
})
export type About = z.infer<typeof about>

/** What each may do by default is said by area, in contract/src/permissions.ts. The first may do everything, always. */
export const roles = ['user_admin', 'user_manager', 'user_engineer', 'user_financier'] as const
export type Role = (typeof roles)[number]
export const roleLabels = {
  user_admin: { cnr: 'Direktor', en: 'Director' },
  user_manager: { cnr: 'Menadžer', en: 'Manager' },
  user_engineer: { cnr: 'Stručni saradnik', en: 'Engineer' },
  user_financier: { cnr: 'Poslovni sekretar', en: 'Financier' },
} as const satisfies Record<Role, Record<Locale, string>>

/** The default role: the one with the fewest permissions. */
export const LEAST_ROLE = 'user_engineer' as const satisfies Role

/** What every screen asks as it opens: calls without the rules of any form, which would come with them. */
export const shellCalls = {
  about: route({
    method: 'GET',
    path: '/api/about',
    audience: 'public',
    summary: 'What the app must know before anyone has signed in',
    reply: about,
  }),
  me: route({
    method: 'GET',
    path: '/api/getLogedUserData',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'The signed-in user',
    reply: z.object({
      ...{ name: z.string(), username: z.string(), role: z.enum(roles) },
      email: z.nullable(z.string()),
      /** What the role may do now, e.g. `partners.change`. */
      rights: z.array(z.string()),
      /** Records that the office does not use: their screens are offered nowhere, and still answer. */
      hidden_resources: z.array(z.string()),
      /** Whether a second factor has to be set up before anything else. */
      needs_factor: z.boolean(),
    }),
  }),
}
