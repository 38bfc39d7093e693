import type { Route } from '@kontor/contract/lib/http/route'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiError, isUnanswered } from '../../../lib/api/apiRequest.ts'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import { type RowOf, type Rows, type Scope, useRowById } from '../list-page/useRows.ts'
import type { ListRow } from '../listRow.ts'
import type { RowAction } from '../rowAction.ts'

/** Milliseconds that a row stays current before the panel follows, so that moving fast loads nothing. */
const FOLLOW_DELAY = 120
/** A record id in a URL: no leading zero, at most sixteen digits, as the ids of jobs have. */
const NUMBER = /^[1-9]\d{0,15}$/
const readId = (text: string | undefined) =>
  text !== undefined && NUMBER.test(text) ? Number(text) : undefined
/** Most characters of an invalid id that are shown in a message. */
const MAX_LENGTH = 20

/** How a table reacts to a clicked or focused row. Its identity is stable. */
export interface RowPreview {
  open: (id: number) => void
  toggle: (id: number) => void
  /** The focus has moved to this row. */
  follow: (id: number) => void
}

interface PreviewOptions<R extends Route> {
  route: R
  scope: Scope
  data: Rows<RowOf<R>>
  state: ListState
  onChange: ChangeList
  /** Prefix of its search param, as of those of the list. */
  paramPrefix: string
}

/** Which row is open in the side panel. Stored in the URL, so that reload and back work. */
export function usePreview<const R extends Route>(options: PreviewOptions<R>) {
  const { data, state, onChange, paramPrefix } = options
  const query: Record<string, string> = useSearch({ strict: false })
  const go = useSearchHere()
  const router = useRouter()
  const key = `${paramPrefix}row`
  const idText = query[key]
  const requestedId = readId(idText)
  const { rows } = data
  /** The search params of the URL, which may be newer than those rendered. */
  const searchNow = useCallback(() => router.latestLocation.search as typeof query, [router])
  const requestedNow = useCallback(() => readId(searchNow()[key]), [searchNow, key])
  const show = useCallback(
    (id: number | undefined, { instead = false } = {}) => {
      const { [key]: shown, ...others } = searchNow()
      if (shown === (id === undefined ? undefined : String(id))) return
      const search = id === undefined ? others : { ...others, [key]: String(id) }
      // One step back closes the panel, however many rows were viewed in it.
      go(search, { instead: instead || (id !== undefined && shown !== undefined) })
    },
    [go, searchNow, key],
  )
  const table = useFollowing(requestedNow, show)
  const found = rows.find(({ id }) => id === requestedId)
  const rowOutsidePage = useRowOutsidePage(options, found ? undefined : requestedId)
  const { isGone, error } = rowOutsidePage
  const row = useLastSeenRow(found ?? rowOutsidePage.current, requestedId) ?? rowOutsidePage.former
  useUnavailableRow(
    idText === undefined || row ? undefined : { idText, isGone: isGone || requestedId === undefined, error },
    show,
  )
  const adjacent = useAdjacentRows({
    rows,
    state,
    total: data.total,
    isStale: data.isPlaceholderData,
    onChange,
    searchNow,
    show,
    requestedId,
  })
  const runAction = useAutoAdvance({ data, state, onChange, searchNow, requestedId, requestedNow, show })
  const index = rows.findIndex(({ id }) => id === requestedId)
  return {
    row,
    /** The row that the URL names could not be loaded. */
    failed: rowOutsidePage.failed,
    table,
    runAction,
    ...adjacent,
    close: useCallback(() => show(undefined), [show]),
    /** Its position among all rows, while it is in the list. */
    position: index < 0 ? undefined : (state.page - 1) * state.size + index + 1,
    total: data.total,
  }
}

/** Opens and closes the panel, and follows the focus while it is open. */
function useFollowing(
  requestedNow: () => number | undefined,
  show: (id: number | undefined) => void,
): RowPreview {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const now = (id: number | undefined) => {
      clearTimeout(timer.current)
      show(id)
    }
    return {
      open: now,
      toggle: (id) => now(requestedNow() === id ? undefined : id),
      follow(id) {
        clearTimeout(timer.current)
        if (requestedNow() === undefined) return
        timer.current = setTimeout(() => requestedNow() !== undefined && show(id), FOLLOW_DELAY)
      },
    }
  }, [requestedNow, show])
}

/** The current row; until it is loaded again, or when the list has it no more, as last seen. */
function useLastSeenRow<Row extends ListRow>(current: Row | undefined, requestedId: number | undefined) {
  const [lastRow, setLastRow] = useState<Row>()
  if (current && current !== lastRow) setLastRow(current)
  return current ?? (lastRow?.id === requestedId ? lastRow : undefined)
}

/** Loads a row that the URL names and this page of the list lacks. */
function useRowOutsidePage<const R extends Route>(
  { route, scope, data }: PreviewOptions<R>,
  requestedId: number | undefined,
) {
  const isSettled = !data.isLoading && !data.isPlaceholderData && !data.error
  const { row, isLoading, failed } = useRowById(route, scope, isSettled ? requestedId : undefined)
  const isConnectionError = failed && (isUnanswered(failed.error) || failed.error.status >= 500)
  return {
    current: (!isLoading && row) || undefined,
    /** As cached, while it is loaded again. */
    former: row ?? undefined,
    isGone: row === null || failed?.error.status === 404,
    failed: isConnectionError ? failed : undefined,
    error: isConnectionError ? undefined : failed?.error,
  }
}

interface UnavailableRow {
  idText: string
  isGone: boolean
  error: ApiError | undefined
}

/** Reports an id that is invalid, missing or forbidden, and removes it from the URL. */
function useUnavailableRow(
  one: UnavailableRow | undefined,
  show: (id: undefined, how: { instead: true }) => void,
) {
  const t = useTranslations()
  const { idText = '', isGone = false, error } = one ?? {}
  useEffect(() => {
    if (!isGone && !error) return
    if (!isGone && error) notify.error(error.body.message, { params: error.body.params })
    else if (/[^\p{C}\s]/u.test(idText)) notify.error(t('preview.gone', { id: idText.slice(0, MAX_LENGTH) }))
    show(undefined, { instead: true }) // back would report it again
  }, [isGone, error, idText, show, t])
}

interface AdjacentOptions<Row> extends Pick<PreviewOptions<Route>, 'state' | 'onChange'> {
  rows: readonly Row[]
  total: number
  isStale: boolean
  searchNow: () => object
  requestedId: number | undefined
  show: (id: number | undefined) => void
}

/** Moves to the previous or next row, across pages. */
function useAdjacentRows<Row extends ListRow>({
  rows,
  state,
  total,
  isStale,
  onChange,
  searchNow,
  show,
  requestedId,
}: AdjacentOptions<Row>) {
  const awaitedRow = useRef<{ step: 1 | -1; page: number; search: object } | null>(null)
  useEffect(() => {
    const { current: pending } = awaitedRow
    if (!pending) return
    const isAwaited = searchNow() === pending.search // otherwise the user has gone back, opened another row or page, or closed the panel
    if (isAwaited && (isStale || state.page !== pending.page)) return
    awaitedRow.current = null
    const row = rows.at(pending.step === 1 ? 0 : -1)
    if (isAwaited && row) show(row.id)
  }, [rows, isStale, state.page, searchNow, show])
  const index = rows.findIndex(({ id }) => id === requestedId)
  const isLast = (state.page - 1) * state.size + rows.length >= total
  const to = (step: 1 | -1) => () => {
    const next = rows[index + step]
    if (next && index + step >= 0) return show(next.id)
    const page = state.page + step
    onChange({ page })
    awaitedRow.current = { step, page, search: searchNow() }
  }
  const hasNext = index < rows.length - 1 || !isLast
  return {
    previous: index > 0 || (index === 0 && state.page > 1) ? to(-1) : undefined,
    next: index >= 0 && hasNext ? to(1) : undefined,
  }
}

interface AutoAdvanceOptions<Row> {
  data: Rows<Row>
  state: ListState
  onChange: ChangeList
  searchNow: () => object
  /** The open row. */
  requestedId: number | undefined
  /** The one of the URL. */
  requestedNow: () => number | undefined
  show: (id: number) => void
}

/** A row that has the action is awaited, to be opened next. */
interface PendingAdvance<Row> {
  action: RowAction<Row>
  /** The row that is open until then. */
  from: number
  /** The rows that were tried. */
  seen: ReadonlySet<number>
  /** Whether the action is run for the next row at once. */
  runsNext: boolean
  /** The page that is awaited, and its URL; undefined while the current one may get new rows. */
  page?: number
  search?: object
}

const hasAction = <Row>({ when }: RowAction<Row>, row: Row) => when?.(row) ?? true

/**
 * Runs an action of the open row. After one with `runAndAdvance` the next row of the list that has the action is opened,
 * also when it arrives only with the rows that are fetched after the action, or is on a later page.
 */
function useAutoAdvance<Row extends ListRow>({
  data,
  state,
  onChange,
  searchNow,
  requestedId,
  requestedNow,
  show,
}: AutoAdvanceOptions<Row>) {
  const { rows, total, isPlaceholderData } = data
  const pending = useRef<PendingAdvance<Row>>(undefined)
  const isLastPage = state.page * state.size >= total
  useEffect(() => {
    const { current: advance } = pending
    if (!advance) return
    if (advance.from !== requestedId || (advance.search && advance.search !== searchNow())) {
      pending.current = undefined
      return
    }
    const next = rows.find((row) => !advance.seen.has(row.id) && hasAction(advance.action, row))
    if (next) {
      pending.current = undefined
      show(next.id)
      if (advance.runsNext) void runFrom(next, advance.action)
    } else if (advance.page === state.page && !isPlaceholderData && !isLastPage) {
      turnTo(advance.page + 1, advance)
    }
  })

  function turnTo(page: number, advance: PendingAdvance<Row>) {
    onChange({ page })
    Object.assign(advance, { page, search: searchNow() })
  }

  async function runFrom(first: Row, action: RowAction<Row>) {
    const { runAndAdvance } = action
    for (let row: Row | undefined = first; row && runAndAdvance; ) {
      const { id } = row
      const at = rows.findIndex((one) => one.id === id)
      const next: Row | undefined = rows.slice(at + 1).find((one) => hasAction(action, one))
      const done = await runAndAdvance(row, next !== undefined || !isLastPage)
      if (!done || requestedNow() !== id) return // closed meanwhile, or another row or screen was opened
      if (next) show(next.id)
      else {
        const seen = new Set(rows.slice(0, at + 1).map((one) => one.id))
        const advance: PendingAdvance<Row> = { action, from: id, seen, runsNext: done === 'next' }
        pending.current = advance
        // A row that stays on its page is followed by the next page; one that leaves it makes room for others.
        if (isLastPage || !(await data.stillHas(id)) || pending.current !== advance) return
        if (requestedNow() === id) turnTo(state.page + 1, advance)
      }
      row = done === 'next' ? next : undefined
    }
  }
  return (action: RowAction<Row>, row: Row) => {
    if (action.runAndAdvance) void runFrom(row, action)
    else action.run(row)
  }
}
