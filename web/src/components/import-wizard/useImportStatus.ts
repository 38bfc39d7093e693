import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import type { ImportResult, ImportStatus, UndoResult } from '@kontor/contract/lib/imports/imports'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import type { Imports } from './importProps.ts'

// The routes are typed by the contract; this is the common type of all imports.
const asStatus = (reply: ResponseBody<Route> | undefined) => reply as ImportStatus | undefined
export const asResult = (reply: ResponseBody<Route>) => reply as ImportResult
export const asUndone = (reply: ResponseBody<Route>) => reply as UndoResult
export const asInput = (input: object) => input as RequestInput<Route>

/** Whether an import can be undone, except for rows that changed since. */
export const canUndoImport = (last: ImportStatus['last'] | undefined) =>
  last != null && (last.undoable || last.changed.others > 0)

/** Polling interval in milliseconds while an import runs. */
const POLL_MS = 700

/** The import status of a feature, polled while one runs. */
export function useImportStatus(
  { routes, params }: Pick<Imports, 'routes' | 'params'>,
  watch = false,
): ImportStatus | undefined {
  const { data } = useApiQuery(routes.importStatus, asInput({ params }), {
    refetchInterval: (last) => (watch || asStatus(last)?.running ? POLL_MS : false),
  })
  return asStatus(data)
}
