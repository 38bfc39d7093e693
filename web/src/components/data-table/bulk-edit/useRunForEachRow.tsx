import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { ApiError } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import type { ListRow } from '../listRow.ts'
import { BulkResult } from '../toolbar/BulkResult.tsx'

/** The result of one row. */
interface Outcome<Row> {
  row: Row
  error?: ApiError
  /** The server's response. */
  reply?: unknown
}

/** Concurrent calls: a hundred rows neither run one by one nor flood the server. */
const CONCURRENCY = 4

/**
 * Makes a call per row and resolves with the rows that succeeded and their responses. Failures of several
 * rows open a result dialog; the failure of a single row is shown alone. Render the first returned
 * element.
 */
export function useRunForEachRow<Row extends ListRow>(nameOf: (row: Row) => string) {
  const message = useMessage()
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>([])
  const each = useCallback(
    async (rows: readonly Row[], work: (row: Row) => Promise<unknown>) => {
      const results = await runAll(rows, work)
      await queries.invalidateQueries()
      const failed = results.filter(({ error }) => error)
      if (failed.length > 0 && rows.length === 1) shownError.show(failed[0]?.error)
      else if (failed.length > 0) setOutcomes(results)
      return results.filter(({ error }) => !error)
    },
    [queries],
  )
  const shown: ReactNode = outcomes.length > 0 && (
    <BulkResult
      done={outcomes.filter(({ error }) => !error).length}
      notDone={outcomes.flatMap(({ row, error }) =>
        error ? [{ id: row.id, name: nameOf(row), why: message(error.body.message, error.body.params) }] : [],
      )}
      onClose={() => setOutcomes([])}
    />
  )
  return [shown, each] as const
}

/** Waits for all; returns the results in the order of the rows. */
async function runAll<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>) {
  const results: Outcome<Row>[] = rows.map((row) => ({ row }))
  const waiting = [...results]
  const take = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        next.reply = await work(next.row)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        next.error = error
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, take))
  return results
}
