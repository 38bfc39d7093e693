import {
  INBOX_PAGE,
  MAX_INBOX_ROWS,
  type SupportInbox,
  supportInbox,
} from '@kontor/contract/customerSupport/inbox'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { usePollingUnlessLive, useRefresh } from '../../../lib/realtime/useEvents.ts'

const TYPES = [1, 2, 3] as const
type Type = (typeof TYPES)[number] | null

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 250

/** The state of the inbox, stored in the URL: type and status filter, and the open conversation. */
export function useInbox() {
  const { type, isResolved, chosen, go } = useInboxParams()
  const [search, setSearch] = useState('')
  const [autoOpened, setAutoOpened] = useState<number | null>(null)
  useEffect(() => setAutoOpened((id) => (id === chosen ? id : null)), [chosen])
  const [debouncedSearch] = useDebouncedValue(search, DEBOUNCE_MS)
  const [limit, setLimit] = useState(INBOX_PAGE)
  const body = {
    limit,
    ...(isResolved && { resolved: true }),
    ...(type && { type }),
    ...(debouncedSearch.trim() && { search: debouncedSearch }),
  }
  const refetchInterval = useInboxPolling()
  const { data, error, refetch } = useApiQuery(
    supportInbox.list,
    { body },
    { keepPrevious: true, refetchInterval },
  )
  useRefresh('support_message', [supportInbox.list, supportInbox.one])
  const rows = data?.result ?? NONE
  const at = rows.findIndex(({ id }) => id === chosen)
  const step = (by: 1 | -1) => rows[at < 0 && by < 0 ? -1 : at + by]?.id ?? null
  return {
    data,
    error,
    refetch,
    rows,
    type,
    isResolved,
    chosen,
    search,
    setSearch,
    go,
    isFiltered: type !== null || debouncedSearch.trim() !== '',
    next: step(1),
    previous: at > 0 ? step(-1) : null,
    open: (message: number | null) => go({ message }),
    /** Opens the next conversation automatically; it is not marked as read until the user acts in it. */
    openNext: (message: number | null) => {
      setAutoOpened(message)
      go({ message })
    },
    autoOpened,
    markViewed: () => setAutoOpened(null),
    /**
     * Absent when all are shown, or as many as the server returns at most; the others are found by
     * search.
     */
    more:
      data && data.total_rows > rows.length && limit < MAX_INBOX_ROWS
        ? () => setLimit(Math.min(MAX_INBOX_ROWS, limit + INBOX_PAGE))
        : undefined,
  }
}

const NONE: SupportInbox['result'] = []

/** The inbox polls while the event stream is down. */
export const useInboxPolling = () => usePollingUnlessLive(15_000)

/** Type, status and open conversation in the URL. */
function useInboxParams() {
  const navigate = useNavigate()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const type: Type = TYPES.find((one) => one === Number(query.type)) ?? null
  const isResolved = query.state === 'resolved'
  const chosen = Number(query.message) || null
  /** Absent params are removed. */
  const go = (next: { type?: Type; resolved?: boolean; message?: number | null }) => {
    const { type: kind = type, resolved = isResolved, message = null } = next
    void navigate({
      to: '.',
      search: {
        ...(kind && { type: String(kind) }),
        ...(resolved && { state: 'resolved' }),
        ...(message && { message: String(message) }),
      },
    })
  }
  return { type, isResolved, chosen, go }
}
