import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { useLogout } from '../../../lib/session/useLogout.ts'
import { useConfirm } from '../../ui/dialog/useConfirm.tsx'
import { notify } from '../../ui/snackbar/notify.tsx'
import { useRunForEachRow } from '../bulk-edit/useRunForEachRow.tsx'
import type { ListRow } from '../listRow.ts'

/**
 * The text that asks before these rows are deactivated; undefined for the general one. `ownRow` is the user's own
 * account: its deactivation ends the session, so it comes after the others.
 */
export type DeactivationWarning<Row> = (
  rows: readonly Row[],
) => { text: string; cancel: string; ownRow?: Row } | undefined

interface ToggleOptions<Row> {
  deactivationWarning?: DeactivationWarning<Row> | undefined
  /** Called with the responses for the toggled rows. */
  onToggled?: ((replies: readonly unknown[]) => void) | undefined
}

/**
 * Deactivates or restores rows. It confirms first, sends the target state, so that a repeated call is
 * safe, and offers undo. Failures of several rows open a result dialog. Resolves with whether it was
 * carried out for all of them. Render the first returned element.
 */
export function useToggle<Row extends ListRow>(
  list: RecordList,
  route: Route,
  nameOf: (row: Row) => string,
  { deactivationWarning, onToggled }: ToggleOptions<Row> = {},
) {
  const endOwnSession = useEndOwnSession()
  const [dialog, confirm] = useConfirm()
  const [results, each] = useRunForEachRow(nameOf)
  const { naming, question } = useQuestion(list, nameOf)
  const run = useCallback(
    async (rows: readonly Row[], target: boolean, canUndo: boolean) => {
      const toggled = await each(rows, (row) => toggleRow(route, row, target))
      onToggled?.(toggled.flatMap(({ reply }) => reply ?? []))
      if (toggled.length < rows.length) return false
      const done = toggled.map(({ row }) => row)
      const undo = canUndo ? () => void run(done, !target, false) : undefined
      notify.success(target ? 'toggle.restored' : 'toggle.deactivated', {
        params: { what: naming(done) },
        ...(undo && { undo }),
      })
      return true
    },
    [route, each, naming, onToggled],
  )
  const toggle = useCallback(
    async (all: readonly Row[], target: boolean) => {
      const rows = all.filter((row) => row.is_active !== target)
      if (rows.length === 0) return false
      const { ownRow, ...warning } = (!target && deactivationWarning?.(rows)) || {}
      if (!(await confirm({ ...question(rows, target), ...warning }))) return false
      const others = rows.filter((row) => row !== ownRow)
      const areDone = others.length === 0 || (await run(others, target, !ownRow))
      // After a failure the session goes on, so that its result can be read.
      if (ownRow && areDone) await endOwnSession(toggleRow(route, ownRow, target))
      return areDone
    },
    [confirm, question, run, route, deactivationWarning, endOwnSession],
  )
  const shown: ReactNode = (
    <>
      {dialog}
      {results}
    </>
  )
  return [shown, toggle] as const
}

/** Sends the target state of a row. Every toggle takes this input; it cannot be typed for a generic route. */
const toggleRow = (route: Route, { id }: ListRow, is_active: boolean) =>
  apiRequest(route, { params: { id: String(id) }, body: { is_active } } as RequestInput<Route>)

/** Returns a function that deactivates the user's own account, which ends the session on the server, and signs out here. */
function useEndOwnSession() {
  const logout = useLogout()
  return useCallback(
    (deactivation: Promise<unknown>) =>
      deactivation.then(logout, (error: ApiError) => shownError.show(error)),
    [logout],
  )
}

/** The confirmation of a toggle, and the name for several rows. */
function useQuestion<Row>(list: RecordList, nameOf: (row: Row) => string) {
  const t = useTranslations()
  const { hint, many, nominative } = useLabels(list)
  const naming = useCallback(
    (rows: readonly Row[]) => (rows.length === 1 && rows[0] ? nameOf(rows[0]) : nominative(rows.length)),
    [nameOf, nominative],
  )
  const question = useCallback(
    (rows: readonly Row[], target: boolean) => {
      const word = target ? 'restore' : 'deactivate'
      return {
        title:
          rows.length === 1
            ? t(`toggle.${word}_one`, { name: naming(rows) })
            : t(`toggle.${word}_many`, { many: many(rows.length) }),
        text: target ? t('toggle.will_offer') : `${hint} ${t('toggle.can_restore')}`,
        action: t(`table.${word}`),
        danger: !target,
      }
    },
    [naming, many, hint, t],
  )
  return { naming, question }
}
