import type { Reply } from '@kontor/contract/kit/route'
import type { session } from '@kontor/contract/session'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { FileStore } from './files.ts'
import type { Maintenance } from './maintenance.ts'
import type { Schema } from './schema.ts'
import type { Serve } from './serve.ts'

/** What every room is given to mount its routes. */
export interface Kontor {
  serve: Serve
  db: Kysely<Schema>
  config: Config
  maintenance: Maintenance
  /** Pictures of products. */
  pictures: FileStore
  /** What the app must know before anyone has signed in. */
  about: () => Reply<typeof session.about>
  /** One line for the operator. */
  log: (line: string) => void
}
