import type { Ask, Route } from '@kontor/contract/kit/api/route'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useConfirm } from '../dialog/useConfirm.tsx'
import { listTexts } from '../list/texts.ts'
import type { ListRow } from '../list/wholeList.ts'
import { CallError, call } from '../net/call.ts'
import { notify } from '../notify/notify.tsx'
import { useMessage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { type Subject, useWords } from '../texts/words.ts'
import { BulkResult } from './BulkResult.tsx'

/** What became of one row. */
interface Outcome<Row> {
  row: Row
  error?: CallError
  /** What the server answered. */
  reply?: unknown
}

/** What there is to say before rows are deactivated after all: asked as a second question, or nothing. */
export type Caution<Row> = (
  rows: readonly Row[],
) => { title: string; text: string; cancel: string } | undefined

interface ToggleOptions<Row> {
  caution?: Caution<Row> | undefined
  /** Hears the answers for the rows that were toggled. */
  onToggled?: ((replies: readonly unknown[]) => void) | undefined
}

/** Calls at once, so that a hundred rows neither queue up nor flood the server. */
const AT_ONCE = 4

/**
 * Deactivates or restores rows: asks first, names the state it wants, so that nothing flips twice, and offers the way
 * back. Several rows get a result each. The toggle answers whether it was carried out. Put the first element of the result on screen.
 */
export function useToggle<Row extends ListRow>(
  feature: Subject,
  route: Route,
  nameOf: (row: Row) => string,
  { caution, onToggled }: ToggleOptions<Row> = {},
) {
  const t = useTexts(listTexts)
  const message = useMessage()
  const queries = useQueryClient()
  const [dialog, confirm] = useConfirm()
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>([])

  const { naming, question } = useQuestion(feature, nameOf)
  const run = useCallback(
    async (rows: readonly Row[], target: boolean, isUndo: boolean) => {
      const results = await toggleAll(route, rows, target)
      await queries.invalidateQueries()
      const failed = results.filter((result) => result.error)
      onToggled?.(results.flatMap(({ reply }) => reply ?? []))
      const done = results.filter((result) => !result.error).map((result) => result.row)
      if (failed.length > 0 && rows.length === 1) return notify.failure(failed[0]?.error)
      if (failed.length > 0) return setOutcomes(results)
      const undo = isUndo ? undefined : () => void run(done, !target, true)
      notify.success(target ? 'toggle.restored' : 'toggle.deactivated', {
        params: { what: naming(done) },
        ...(undo && { undo }),
      })
    },
    [route, queries, naming, onToggled],
  )
  const toggle = useCallback(
    async (all: readonly Row[], target: boolean) => {
      const rows = all.filter((row) => row.is_active !== target)
      if (rows.length === 0) return false
      const yes = await confirm(question(rows, target))
      const more = yes && !target && caution?.(rows)
      const go = more ? await confirm({ ...more, action: t('table.deactivate'), danger: true }) : yes
      if (go) await run(rows, target, false)
      return go
    },
    [confirm, question, run, t, caution],
  )
  const shown: ReactNode = (
    <>
      {dialog}
      {outcomes.length > 0 && (
        <BulkResult
          done={outcomes.filter(({ error }) => !error).length}
          notDone={outcomes.flatMap(({ row, error }) =>
            error
              ? [{ id: row.id, name: nameOf(row), why: message(error.body.message, error.body.params) }]
              : [],
          )}
          onClose={() => setOutcomes([])}
        />
      )}
    </>
  )
  return [shown, toggle] as const
}

/** What rows are called together, and what is asked before they change. */
function useQuestion<Row>(feature: Subject, nameOf: (row: Row) => string) {
  const t = useTexts(listTexts)
  const { say, many } = useWords(feature)
  const naming = useCallback(
    (rows: readonly Row[]) => (rows.length === 1 && rows[0] ? nameOf(rows[0]) : many(rows.length)),
    [nameOf, many],
  )
  const question = useCallback(
    (rows: readonly Row[], target: boolean) => {
      const word = target ? 'restore' : 'deactivate'
      return {
        title:
          rows.length === 1
            ? t(`toggle.${word}_one`, { name: naming(rows) })
            : t(`toggle.${word}_many`, { many: naming(rows) }),
        text: target ? t('toggle.will_offer') : `${say('hint')} ${t('toggle.can_restore')}`,
        action: t(`table.${word}`),
        danger: !target,
      }
    },
    [naming, say, t],
  )
  return { naming, question }
}

/** Toggles each row by its id and waits for all; answers in the rows' order. */
async function toggleAll<Row extends ListRow>(route: Route, rows: readonly Row[], is_active: boolean) {
  const results: Outcome<Row>[] = rows.map((row) => ({ row }))
  const waiting = [...results]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const input = { params: { id: String(next.row.id) }, body: { is_active } }
      try {
        // Every toggle takes this; the type of one in general cannot be written.
        next.reply = await call(route, input as Ask<Route>)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        next.error = error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}
