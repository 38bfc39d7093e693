import type { About } from '@kontor/contract/kit/api/about'
import type { Kysely, RawBuilder } from 'kysely'
import type { Config } from '../../config.ts'
import type { Schema } from '../db/schema.ts'
import type { Maintenance } from '../jobs/maintenance.ts'
import type { ServedLists } from '../list/served.ts'
import type { Mail } from '../mail/mail.ts'
import type { ReadFrom } from '../replica/reads.ts'
import type { Serve } from './serve.ts'

/** What every feature is given to mount its routes. */
export interface Kontor {
  serve: Serve
  /** The staff's lists that are served, by name. */
  lists: ServedLists
  db: Kysely<Schema>
  /** For lists and their files, which a replica may answer. */
  reads: ReadFrom
  config: Config
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
export type Portal = Omit<Kontor, 'db' | 'reads'>
