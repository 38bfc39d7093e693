import type { Route } from '@kontor/contract/lib/http/route'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { shownError } from '../../../lib/api/shownError.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import { RowSaves, type SaveOptions, type Scope, type Versioned } from './RowSaves.ts'
import { type NumberValue, VersionConflictError } from './useNumberEdit.ts'

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

/**
 * Makes an editable number of a row's value. A save merges with changes of other fields of the row, but a
 * change of the same value is a {@link VersionConflictError}. The snackbar shows both values and offers undo,
 * by the same rule. `scope` are the params of the list, in which alone the ids are unique.
 */
export function useRowSaves<Row extends Versioned>(list: Route, scope?: Scope) {
  const t = useTranslations()
  const queries = useQueryClient()
  const [saves] = useState(() => new RowSaves<Row>(queries))
  return useCallback(
    (row: Row, { of, send, successText, ...value }: EditableNumber<Row>): NumberValue => {
      const saveRow = (from: Row, options: SaveOptions<Row>) => saves.save({ list, scope }, from, options)
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
    [t, saves, list, scope],
  )
}
