import * as z from 'zod/mini'

const login = z.object({ username: z.string(), password: z.string() })

/** What the app must know before anyone has signed in. */
export const about = z.object({
  /** Label shown in the settings. */
  build: z.string(),
  /** Changes with every new build of the app, so that an open one can offer to reload. */
  revision: z.string(),
  password_min_length: z.int(),
  /** Address of map tiles with {z}, {x} and {y}; null where none are configured. */
  map_tiles: z.nullable(z.string()),
  /** With demo data: who may sign in, in the office and as a partner. */
  demo: z.nullable(login),
  demo_partner: z.nullable(login),
})
export type About = z.infer<typeof about>
