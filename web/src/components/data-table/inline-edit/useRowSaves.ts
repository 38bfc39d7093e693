import type { Route } from '@kontor/contract/lib/http/route'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { rowNow } from '../../../lib/api/apiRequest.ts'
import { showSaved } from '../../../lib/api/queries.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { responseKey, routeKey } from '../../../lib/api/useApiQuery.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import { isSameNumber, type NumberValue, VersionConflictError } from './useNumberEdit.ts'

interface Versioned {
  id: number
  version: number
}

/** A number of a row that is saved on its own. */
interface EditableNumber<Row> extends Omit<NumberValue, 'save' | 'value'> {
  of: (row: Row) => string | null
  /**
   * Sends the value with the row's current fields and version; resolves with the changed fields.
   * `isBack`: an undo.
   */
  send: (value: string | null, row: Row, isBack?: boolean) => Promise<Partial<Row> & { version: number }>
  /** The message after saving. */
  successText: string
}

type Scope = Readonly<{ params: Readonly<Record<string, string>> }>

/**
 * Makes an editable number of a row's value. A save merges with changes of other fields of the row, but a
 * change of the same value is a {@link VersionConflictError}. The snackbar shows both values and offers undo,
 * by the same rule. `scope` are the params of the list, in which alone the ids are unique.
 */
export function useRowSaves<Row extends Versioned>(list: Route, scope?: Scope) {
  const t = useTranslations()
  const saveRow = useWriting<Row>(list, scope)
  return useCallback(
    (row: Row, { of, send, successText, ...value }: EditableNumber<Row>): NumberValue => {
      const inWords = (one: string | null) => (one === null ? t('conflict.empty') : value.format(one))
      const change = (from: Row, to: Row) => `${value.label}: ${inWords(of(from))} → ${inWords(of(to))}`
      const notifyOptions = { subject: value.label }
      const revert = async (before: Row, after: Row) => {
        try {
          const to = of(before)
          await saveRow(after, { of, to, request: (now) => send(to, now, true) })
          notify.success(change(after, before), notifyOptions)
        } catch (error) {
          if (!(error instanceof VersionConflictError)) return shownError.show(error)
          notify.error(t('table.not_back', { label: value.label, value: inWords(error.now) }), notifyOptions)
        }
      }
      const saver = (before: Row): NumberValue['save'] => {
        const saveValue = (to: string | null) =>
          saveRow(before, { of, to, request: (now) => send(to, now), again: saver })
        return async (to) => {
          const after = await saveValue(to)
          const undo = () => void revert(before, after)
          notify.success(`${successText}. ${change(before, after)}`, { ...notifyOptions, undo })
        }
      }
      return { ...value, value: of(row), save: saver(row) }
    },
    [t, saveRow],
  )
}

interface SaveOptions<Row> {
  of: (row: Row) => string | null
  /** The new value. */
  to: string | null
  request: (now: Row) => Promise<Partial<Row> & { version: number }>
  /** A save that starts from another state of the row. */
  again?: (now: Row) => NumberValue['save']
}

/**
 * Saves values of rows: sequentially within a row, each from the result of the one before; concurrently
 * across rows. Resolves with the row when the list has been refetched.
 */
function useWriting<Row extends Versioned>(list: Route, scope: Scope | undefined) {
  const queries = useQueryClient()
  const running = useRef(new Map<number, Promise<unknown>>())
  const savedRows = useRef(new Map<number, Row>())
  return useCallback(
    (row: Row, { of, to, request, again }: SaveOptions<Row>): Promise<Row> => {
      const run = async () => {
        const lastSaved = savedRows.current.get(row.id)
        const from = lastSaved && lastSaved.version > row.version ? lastSaved : row
        try {
          const after = { ...from, ...(await request(from)) }
          savedRows.current.set(row.id, after)
          showSaved(queries, scope ? responseKey(list, scope) : responseKey(list), after)
          return after
        } catch (error) {
          const now = rowNow<Row>(error)
          if (!now) throw error
          if (isSameNumber(of(now), to)) return now // an earlier request succeeded and its response was lost
          if (of(now) !== of(from)) throw new VersionConflictError(of(now), again?.(now))
          savedRows.current.delete(row.id) // the next save must start from the row of the server
          return { ...now, ...(await request(now)) }
        } finally {
          void queries.invalidateQueries()
          await queries.invalidateQueries({ queryKey: routeKey(list) })
        }
      }
      const before = running.current.get(row.id)
      const saved = before ? before.then(run, run) : run()
      running.current.set(row.id, saved)
      return saved
    },
    [queries, list, scope],
  )
}
