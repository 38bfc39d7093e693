import type { About } from '@kontor/contract/lib/http/about'
import type { JobName } from '@kontor/contract/users/jobs'
import type { Kysely, RawBuilder } from 'kysely'
import type { Config } from './config.ts'
import type { Schema } from './lib/database/schema.ts'
import type { RegisterRoute } from './lib/http/register-route.ts'
import type { Jobs } from './lib/jobs/jobs.ts'
import type { Mail } from './lib/jobs/mail/mail.ts'
import type { Maintenance } from './lib/jobs/maintenance.ts'
import type { ListRegistry } from './lib/lists/list-registry.ts'
import type { ListDatabase } from './lib/lists/replica/replica-router.ts'

/** The context with which a feature registers its routes. */
export interface AppContext {
  registerRoute: RegisterRoute
  /** The registered staff lists by name. */
  lists: ListRegistry
  db: Kysely<Schema>
  /** The source of lists and their files, possibly a replica. */
  reads: ListDatabase
  config: Config
  /** Background and scheduled jobs, each run by one of the nodes. */
  jobs: Jobs<JobName>
  /** Periodic tasks of each node. */
  maintenance: Maintenance
  mail: Mail
  /** What the app needs before a sign-in. */
  about: () => Promise<About>
  /** SQL: the name of the user with this id. */
  userName: (id: RawBuilder<number>) => RawBuilder<string>
  /** Runs `task` at the start, before the server listens; an error stops the start. */
  beforeServing: (task: () => Promise<void>) => void
  /** Runs `task` after the server has stopped listening, before the database is closed. */
  beforeClosing: (task: () => Promise<unknown>) => void
  /** Logs one line for the operator. */
  log: (line: string) => void
}

/** The context of portal routes: no database except the scoped one of each call. */
export type PortalContext = Omit<AppContext, 'db' | 'reads'>
