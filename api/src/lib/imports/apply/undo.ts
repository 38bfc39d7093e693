import type { ChangedSince } from '@kontor/contract/lib/http/errors'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportStatus, UndoResult } from '@kontor/contract/lib/imports/imports'
import { isSync, SYNC } from '@kontor/contract/lib/imports/source'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../auth/guard.ts'
import { isDatabaseError } from '../../database/database-errors.ts'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import type { ImportContext, ImportDefinition } from '../import-definition.ts'
import type { ListName } from '../importable-lists.ts'
import { importAlone, importProgress, inLockedList } from '../lock.ts'
import { countRows, excludeChanged, findChanged, NAMED, saveImport } from './import-rows.ts'
import { type ImportIdentity, namedRecords } from './named-records.ts'
import { type RevertFailure, revert } from './revert.ts'

const FOREIGN_KEY = '23503'

/** The state of a list's imports, or of one owner's. While an import runs, none can be undone. */
export async function importStatus(
  context: ImportContext,
  importDefinition: ImportIdentity,
  user: CurrentUser,
): Promise<ImportStatus> {
  const { list, owner } = importDefinition
  const last = await lastImport(context.db, context, list, owner)
  const running = importProgress(list)
  const isOpen = last?.undone_at === null && !running
  const changed = isOpen ? await changedSince(context.db, context, importDefinition, last, user) : NOTHING
  return {
    running: running?.owner === owner && running ? { ...running } : null,
    last: last ? { ...last, undoable: isOpen && changed.count === 0, changed } : null,
  }
}

const NOTHING: ChangedSince = { count: 0, others: 0, rows: [] }

/**
 * The last import of a list or of one owner. A sync over the API does not take the place of the file imported before it
 * for a day: one may run every few minutes.
 */
async function lastImport(
  db: Kysely<Schema>,
  { userName }: ImportContext,
  list: ListName,
  owner: number | null = null,
) {
  const newest = db
    .selectFrom('imports')
    .select(['id', 'file_name', userName(sql.ref('user_id')).as('user')])
    .select(['created_at', 'created', 'updated', 'undone_at'])
    .select(
      sql<number>`CASE WHEN undone_at IS NULL THEN 0
        ELSE (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND excluded_from_undo) END::int`.as(
        'left',
      ),
    )
    .where('kind', '=', list)
    .where('owner_id', 'is not distinct from', owner)
    .where('bulk', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
  const last = await newest.executeTakeFirst()
  if (!last || !isSync(last.file_name)) return last
  const ofToday = newest
    .where(sql<boolean>`file_name NOT LIKE ${sql.lit(`${SYNC}%`)}`)
    .where('undone_at', 'is', null)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
  return (await ofToday.executeTakeFirst()) ?? last
}

type Last = NonNullable<Awaited<ReturnType<typeof lastImport>>>

/** The rows of an import whose records were changed since. */
async function changedSince(
  db: Kysely<Schema>,
  context: ImportContext,
  importDefinition: ImportIdentity,
  { id, created, updated }: Last,
  user: CurrentUser,
): Promise<ChangedSince> {
  const { count, ids } = await findChanged(db, importDefinition.list, id)
  const rows = count > 0 ? await namedRecords(db, context, importDefinition, { id, ids }, user) : []
  return { count, others: created + updated - count, rows: rows.map((row) => ({ ...row, is_used: false })) }
}

/** Which import to undo, and whether to skip records that were changed since or are in use. */
interface UndoInput {
  id: number
  leave_changed?: boolean | undefined
}

/**
 * Undoes the last import of a list: restores old values and deletes added records. Throws 422 when it is not the last
 * import or was undone already, 429 while another one runs, and 409 when records were changed since, or an added record
 * is in use. With `leave_changed` these records are skipped, see `revertOrDeactivate`, and the others undone; it throws
 * 409 when no others exist.
 */
export function undoImport<C extends SheetColumns>(
  context: ImportContext,
  importDefinition: ImportDefinition<C>,
  input: UndoInput,
  user: CurrentUser,
): Promise<UndoResult> {
  const { id, leave_changed } = input
  return importAlone(
    importDefinition.list,
    { action: 'undo', owner: importDefinition.owner, user: user.name },
    async (progress) => {
      const undone = await inLockedList(context.db, importDefinition.list, async (tx) => {
        const { last, changed } = await requireUndoable(tx, context, importDefinition, input, user)
        progress.total = changed.others
        if (changed.count > 0) await excludeChanged(tx, importDefinition.list, id)
        const failed = await revert(tx, importDefinition, id, progress)
        if (failed.length > 0 && !leave_changed)
          await throwConflict(tx, context, importDefinition, { last, failed, user })
        const { left: _, ...back } = await countRows(tx, id)
        await saveImport(tx, 'undo', {
          ...last,
          kind: importDefinition.list,
          owner_id: importDefinition.owner ?? null,
          ...back,
        })
        await tx.updateTable('imports').set({ undone_at: sql<string>`now()` }).where('id', '=', id).execute()
        await importDefinition.finish?.(tx)
        return { ...back, kept: failed.length, changed: changed.count }
      })
      await importDefinition.onChanged?.()
      return undone
    },
  )
}

async function requireUndoable<C extends SheetColumns>(
  tx: Kysely<Schema>,
  context: ImportContext,
  importDefinition: ImportDefinition<C>,
  { id, leave_changed }: UndoInput,
  user: CurrentUser,
) {
  const last = await lastImport(tx, context, importDefinition.list, importDefinition.owner)
  if (last?.id !== id || last.undone_at !== null) throw new HttpError('import.nothing_to_undo')
  const changed = await changedSince(tx, context, importDefinition, last, user)
  if (changed.count > 0 && !(leave_changed && changed.others > 0))
    throw new HttpError('import.changed_since', { changed })
  return { last, changed }
}

/** Throws a 409 that names the records in use; other violated rules have their own message. */
async function throwConflict<C extends SheetColumns>(
  tx: Kysely<Schema>,
  context: ImportContext,
  importDefinition: ImportDefinition<C>,
  { last, failed, user }: { last: Last; failed: readonly RevertFailure[]; user: CurrentUser },
): Promise<never> {
  const broken = failed.find(({ error }) => !isDatabaseError(error) || error.code !== FOREIGN_KEY)
  if (broken) throw broken.error
  const ids = failed.slice(0, NAMED).map(({ record_id }) => record_id)
  const rows = await namedRecords(tx, context, importDefinition, { id: last.id, ids }, user)
  throw new HttpError('import.changed_since', {
    changed: {
      count: failed.length,
      others: last.created + last.updated - failed.length,
      rows: rows.map((row) => ({ ...row, by: null, is_used: true })),
    },
  })
}
