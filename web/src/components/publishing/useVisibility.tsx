import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { useLabels } from '../../lib/i18n/words.ts'
import { useRunForEachRow } from '../data-table/bulk-edit/useRunForEachRow.tsx'
import type { ListRow } from '../data-table/listRow.ts'
import type { RowAction } from '../data-table/rowAction.ts'
import type { BulkAction } from '../data-table/toolbar/BulkBar.tsx'
import { useConfirm } from '../ui/dialog/useConfirm.tsx'
import { notify } from '../ui/snackbar/notify.tsx'

interface Visible extends ListRow {
  name: string
  is_visible: boolean
}

interface Visibility<Row extends Visible> {
  list: RecordList
  /** Takes the visibility. */
  route: Route
  /** Explains the consequences for partners. */
  showText: (rows: readonly Row[]) => string
  hideText: (rows: readonly Row[]) => string
  /** The message after one was hidden. */
  hidden: string
}

const nameOf = ({ name }: Visible) => name
const icons = { show: IconEye, hide: IconEyeOff } as const

/** Confirms, makes the calls and offers undo. */
function useShowing<Row extends Visible>(options: Visibility<Row>) {
  const { route, list, showText, hideText, hidden } = options
  const t = useTranslations()
  const { many, nominative } = useLabels(list)
  const [question, confirm] = useConfirm()
  const [results, each] = useRunForEachRow<Row>(nameOf)
  const run = useCallback(
    async (rows: readonly Row[], is_visible: boolean, isUndo: boolean): Promise<boolean> => {
      const done = await each(rows, ({ id }) => {
        const input = { params: { id: String(id) }, body: { is_visible } }
        return apiRequest(route, input as RequestInput<Route>) // every such call takes this; it cannot be typed for a generic route
      })
      if (done.length === 0) return false
      const changed = done.map(({ row }) => row)
      const undo = isUndo ? {} : { undo: () => void run(changed, !is_visible, true) }
      const one = is_visible ? t('success.activate') : hidden
      const all = t(is_visible ? 'compose.shown' : 'compose.hidden', { many: nominative(done.length) })
      notify.success(rows.length === 1 ? one : all, undo)
      return done.length === rows.length
    },
    [route, each, hidden, t, nominative],
  )
  const change = useCallback(
    async (all: readonly Row[], is_visible: boolean) => {
      const rows = all.filter((row) => row.is_visible !== is_visible)
      const word = is_visible ? 'show' : 'hide'
      if (rows.length === 0) {
        notify.success(t(`compose.${word}_none`))
        return false
      }
      const yes = await confirm({
        title:
          rows.length === 1
            ? t(`compose.${word}_one`, { name: rows[0]?.name ?? '' })
            : t(`compose.${word}_many`, { many: many(rows.length) }),
        text: (is_visible ? showText : hideText)(rows),
        action: t(`compose.${word}`),
      })
      return yes && (await run(rows, is_visible, false))
    },
    [t, many, confirm, run, showText, hideText],
  )
  const dialogs = (
    <>
      {question}
      {results}
    </>
  )
  return [dialogs, change] as const
}

/**
 * Shows hidden rows and hides visible ones, with confirmation and undo: row actions, and bulk actions
 * with a result per row. Render the first returned element.
 */
export function useVisibility<Row extends Visible>(options: Visibility<Row>) {
  const { route } = options
  const t = useTranslations()
  const [dialogs, change] = useShowing(options)
  const offered = useMemo(
    () =>
      (['show', 'hide'] as const).map((key) => ({
        of: { key, icon: icons[key], label: t(`compose.${key}`), permission: route.permission },
        is: key === 'show',
      })),
    [t, route],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () =>
      offered.map(({ of, is }) => ({
        ...of,
        slot: 'visibility',
        shortcut: 'h',
        when: ({ is_visible }) => is_visible !== is,
        run: (row) => void change([row], is),
      })),
    [offered, change],
  )
  const bulk = useMemo<BulkAction<Row>[]>(
    () => offered.map(({ of, is }) => ({ ...of, run: (rows) => change(rows, is) })),
    [offered, change],
  )
  return [dialogs, actions, bulk] as const
}
