import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { sql, type Transaction } from 'kysely'
import type { SignedIn } from '../auth/guard.ts'
import type { Schema } from '../db/schema.ts'
import { withoutHistory } from '../db/triggers.ts'
import { portions } from '../jobs/portions.ts'
import type { ImportRecipe, Written } from './imports.ts'
import type { Progress } from './lock.ts'
import type { Plan, Values } from './plan.ts'
import type { Step } from './steps.ts'
import { keepEntry } from './table.ts'

/** Steps in which an import is told to go on at least, and the rows for which one is worth its statements. */
const [STEPS, LEAST] = [20, 20]

/** Writes what was planned, a portion in each step, and keeps what stood before, so that it can be taken back. */
export async function applyPlan<C extends SheetColumns>(
  step: Step,
  recipe: ImportRecipe<C>,
  { create, update }: Plan,
  { name, user, progress, portion }: { name: string; user: SignedIn; progress: Progress; portion: number },
) {
  progress.total = create.length + update.length
  progress.done = 0 // of a try before this one
  const size = Math.min(portion, Math.max(LEAST, Math.ceil(progress.total / STEPS)))
  const facts = {
    kind: recipe.list,
    owner_id: recipe.owner ?? null,
    file_name: name,
    created: create.length,
    updated: update.length,
  }
  const begun = { ...facts, user_id: user.id, under_way: 'import' as const }
  const { id } = await step((tx) =>
    tx.insertInto('imports').values(begun).returning('id').executeTakeFirstOrThrow(),
  )
  for (const rows of portions(create, size)) {
    const named = recipe.named ?? [recipe.rules.key]
    const after = new Map(rows.map(({ values }) => [keyOf(values, named), values]))
    await writeRows(step, id, async (tx) => {
      const written = await recipe.insert(tx, [...after.values()])
      return written.map(({ key, ...row }) => ({ ...row, before: null, after: after.get(key) }))
    })
    progress.done += rows.length
  }
  for (const rows of portions(update, size)) {
    const planned = new Map(rows.map((row) => [row.id, row]))
    await writeRows(step, id, async (tx) => {
      const written = await recipe.update(tx, rows)
      return written.map((row) => ({ ...row, ...changeOf(planned.get(row.id)) }))
    })
    progress.done += rows.length
  }
  await step(async (tx) => {
    await tx.updateTable('imports').set({ under_way: null }).where('id', '=', id).execute()
    await keepEntry(tx, 'import', { id, ...facts })
    await recipe.finish?.(tx)
  })
}

/** What tells an added record from the others, by its values. */
export const keyOf = (values: Record<string, unknown>, named: readonly string[]) =>
  named.map((field) => String(values[field] ?? '')).join('\u001f')

type KeptRow = Written & { before: Values | null; after: Values | undefined }

/** Rows of the list and, in the same transaction, what the import keeps of each: they make no other entries. */
const writeRows = (step: Step, importId: number, write: (tx: Transaction<Schema>) => Promise<KeptRow[]>) =>
  step(async (tx) => {
    await withoutHistory(tx)
    const rows = JSON.stringify(await write(tx))
    await sql`INSERT INTO import_rows (import_id, record_id, before, after, version)
      SELECT ${importId}, id, before, after, version
      FROM jsonb_to_recordset(${rows}::jsonb) AS r(id int, version int, before jsonb, after jsonb)`.execute(
      tx,
    )
  })

/** What stood before, whole, and what was written over it. */
function changeOf(row: Plan['update'][number] | undefined) {
  const { before = {}, values = {} } = row ?? {}
  return {
    before,
    after: Object.fromEntries(Object.entries(values).filter(([field, value]) => before[field] !== value)),
  }
}
