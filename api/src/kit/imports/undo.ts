import type { ChangedSince } from '@kontor/contract/kit/api/errors'
import type { ImportStatus, UndoResult } from '@kontor/contract/kit/imports/imports'
import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignedIn } from '../auth/guard.ts'
import { isDatabaseError } from '../db/database-errors.ts'
import type { Schema } from '../db/schema.ts'
import { portions } from '../jobs/portions.ts'
import { Refusal } from '../serve/refusal.ts'
import type { ImportRecipe } from './imports.ts'
import { importAlone, importProgress, type ListName } from './lock.ts'
import { type Listed, named } from './reply.ts'
import { type Kept, putBackOrKeep, type Refused, restore } from './restore.ts'
import { endUndo, inSteps, type Place, type Step } from './steps.ts'
import { countRows, findChanged, keepEntry, leaveChanged, NAMED } from './table.ts'

const FOREIGN_KEY = '23503'

/** Where the imports of a list stand, or those of a record's lines. While one runs, none can be undone. */
export async function importStatus(place: Place, recipe: Listed, user: SignedIn): Promise<ImportStatus> {
  const { list, owner } = recipe
  const last = await lastImport(place.db, place, list, owner)
  const running = importProgress(list)
  const isOpen = last?.undone_at === null && !running
  const changed = isOpen ? await changedSince(place.db, place, recipe, last, user) : NOTHING
  return {
    running: running?.owner === owner && running ? { ...running } : null,
    last: last ? { ...last, undoable: isOpen && changed.count === 0, changed } : null,
  }
}

const NOTHING: ChangedSince = { count: 0, others: 0, rows: [] }

const lastImport = (db: Kysely<Schema>, { userName }: Place, list: ListName, owner: number | null = null) =>
  db
    .selectFrom('imports')
    .select(['id', 'file_name', userName(sql.ref('user_id')).as('user')])
    .select(['created_at', 'created', 'updated', 'undone_at'])
    .select(
      sql<number>`CASE WHEN undone_at IS NULL THEN 0
        ELSE (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND stays) END::int`.as('left'),
    )
    .where('kind', '=', list)
    .where('owner_id', 'is not distinct from', owner)
    .where(sql<boolean>`under_way IS DISTINCT FROM 'import'`)
    .where('bulk', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

type Last = NonNullable<Awaited<ReturnType<typeof lastImport>>>

/** The rows of an import that are no more as it left them. */
async function changedSince(
  db: Kysely<Schema>,
  place: Place,
  recipe: Listed,
  { id, created, updated }: Last,
  user: SignedIn,
): Promise<ChangedSince> {
  const { count, ids } = await findChanged(db, recipe.list, id)
  const rows = count > 0 ? await named(db, place, recipe, { id, ids }, user) : []
  return { count, others: created + updated - count, rows: rows.map((row) => ({ ...row, is_used: false })) }
}

/** Which import is taken back, and whether without the rows that were changed since or are in use. */
interface Asked {
  id: number
  leave_changed?: boolean | undefined
}

/**
 * Takes the last import of a list back: old values again, created records gone. Refuses with 422 when it is not the last
 * or was taken back already, with 429 while another one runs, and with 409 when something else has changed its rows
 * since, or uses one that would go. With `leave_changed` these are left, see `putBackOrKeep`, and the others taken back;
 * it refuses with 409 when there are no others.
 */
export function undoImport<C extends SheetColumns>(
  place: Place,
  recipe: ImportRecipe<C>,
  asked: Asked,
  user: SignedIn,
): Promise<UndoResult> {
  const { id } = asked
  const isInSteps = place.engine === 'embedded'
  return importAlone(recipe.list, { action: 'undo', owner: recipe.owner, user: user.name }, (progress) =>
    inSteps(place, recipe, async (step) => {
      const { last, changed } = await step((tx) => requireUndoable(tx, place, recipe, asked, user))
      progress.total = changed.others
      const refuseUsed = (refused: readonly Refused[]) =>
        asked.leave_changed || refused.length === 0
          ? undefined
          : step((tx) => refuse(tx, place, recipe, { last, refused, user }))
      const facts = { ...last, kind: recipe.list, owner_id: recipe.owner ?? null }
      const rehearsed = isInSteps ? await rehearse(step, recipe, id) : []
      await refuseUsed(rehearsed)
      await step(async (tx) => {
        await leaveChanged(tx, recipe.list, id)
        await tx.updateTable('imports').set({ under_way: 'undo' }).where('id', '=', id).execute()
        if (isInSteps) await keepEntry(tx, 'undo', { ...facts, ...less(await countRows(tx, id), rehearsed) })
      })
      const refused = await restore(step, recipe, id, progress)
      if (!isInSteps) await refuseUsed(refused)
      return step(async (tx) => {
        const { left: _, ...back } = await countRows(tx, id)
        if (!isInSteps) await keepEntry(tx, 'undo', { ...facts, ...back })
        await endUndo(tx, id)
        await recipe.finish?.(tx)
        return { ...back, kept: refused.length, changed: changed.count }
      })
    }),
  )
}

/** What will be taken back of an import, when these rows will be kept. */
function less({ created, updated }: { created: number; updated: number }, kept: readonly Kept[]) {
  const added = kept.filter(({ before }) => before === null).length
  return { created: created - added, updated: updated - (kept.length - added) }
}

async function requireUndoable<C extends SheetColumns>(
  tx: Kysely<Schema>,
  place: Place,
  recipe: ImportRecipe<C>,
  { id, leave_changed }: Asked,
  user: SignedIn,
) {
  const last = await lastImport(tx, place, recipe.list, recipe.owner)
  if (last?.id !== id || last.undone_at !== null) throw new Refusal('import.nothing_to_undo')
  const changed = await changedSince(tx, place, recipe, last, user)
  if (changed.count > 0 && !(leave_changed && changed.others > 0))
    throw new Refusal('import.changed_since', { changed })
  return { last, changed }
}

/** Names what is in use; a rule that would be broken says so itself. */
async function refuse<C extends SheetColumns>(
  tx: Kysely<Schema>,
  place: Place,
  recipe: ImportRecipe<C>,
  { last, refused, user }: { last: Last; refused: readonly Refused[]; user: SignedIn },
): Promise<never> {
  const broken = refused.find(({ error }) => !isDatabaseError(error) || error.code !== FOREIGN_KEY)
  if (broken) throw broken.error
  const ids = refused.slice(0, NAMED).map(({ record_id }) => record_id)
  const rows = await named(tx, place, recipe, { id: last.id, ids }, user)
  throw new Refusal('import.changed_since', {
    changed: {
      count: refused.length,
      others: last.created + last.updated - refused.length,
      rows: rows.map((row) => ({ ...row, by: null, is_used: true })),
    },
  })
}

/** Thrown for its rollback alone. */
class Rehearsed extends Error {}

/**
 * Takes back what others may have come to depend on, and each of these steps too: an undoing that is committed by and by
 * should know before it begins what is used and which rule would be broken. Answers these rows. After that requireUnlocked
 * and requireStaying keep others from coming to depend on these records; what does so past them makes its record one that
 * is kept.
 */
async function rehearse<C extends SheetColumns>(step: Step, recipe: ImportRecipe<C>, id: number) {
  const rows = await step(async (tx) => {
    const found = await sql<Kept>`SELECT record_id, before FROM import_rows
      JOIN ${sql.table(recipe.list)} AS record ON record.id = record_id AND record.version = import_rows.version
      WHERE import_id = ${id} AND (before IS NULL OR after IS NULL OR after ?| ${[...recipe.ruled]})`.execute(
      tx,
    )
    return found.rows
  })
  const refused: Refused[] = []
  for (const some of portions(rows)) {
    let kept: Refused[] = []
    const rehearsal = step(async (tx: Transaction<Schema>) => {
      kept = await putBackOrKeep(tx, recipe, some)
      throw new Rehearsed()
    })
    await rehearsal.catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error
    })
    refused.push(...kept)
  }
  return refused
}
