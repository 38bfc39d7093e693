import type { JobName } from '@kontor/contract/jobs'
import type { About } from '@kontor/contract/lib/http/about'
import type { Kysely, RawBuilder } from 'kysely'
import type { Config } from './config.ts'
import type { Schema } from './lib/database/schema.ts'
import type { RegisterRoute } from './lib/http/register-route.ts'
import type { Jobs } from './lib/jobs/jobs.ts'
import type { Mail } from './lib/jobs/mail/mail.ts'
import type { Maintenance } from './lib/jobs/maintenance.ts'
import type { ReadFrom } from './lib/lists/replica/reads.ts'
import type { ListRegistry } from './lib/lists/served-lists.ts'

/** What every feature is given to mount its routes. */
export interface AppContext {
  registerRoute: RegisterRoute
  /** The staff's lists that are served, by name. */
  lists: ListRegistry
  db: Kysely<Schema>
  /** For lists and their files, which a replica may answer. */
  reads: ReadFrom
  config: Config
  /** Work that is enqueued or comes round, done by one of the nodes. */
  jobs: Jobs<JobName>
  /** What each node does for itself now and then. */
  maintenance: Maintenance
  mail: Mail
  /** What the app must know before anyone has signed in. */
  about: () => Promise<About>
  /** SQL: the name of the user with this id. */
  userName: (id: RawBuilder<number>) => RawBuilder<string>
  /** Runs `task` at the start, before anybody is served; the server does not start when it fails. */
  beforeServing: (task: () => Promise<void>) => void
  /** Runs `task` when the server has stopped serving and its database is still there. */
  beforeClosing: (task: () => Promise<unknown>) => void
  /** One line for the operator. */
  log: (line: string) => void
}

/** What the partners' side of a feature is given: no database but the scoped one of each call. */
export type PortalContext = Omit<AppContext, 'db' | 'reads'>
