import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { toWritten } from './mentionText.ts'
import { type Source, SourcesContext, type Suggestion } from './sources.ts'
import { beginsWord, queryAt, type TriggerQuery } from './triggerQuery.ts'

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 150

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  /** Kind of text, for the sources. */
  kind: string
  text: string
  /** Replaces the query with a text. */
  onChoose: (place: TriggerQuery, text: string) => void
}

/**
 * Suggestions for a text field. Spread `props` on the field, call `update` on changes, and `onKey` before
 * other key handlers.
 */
export function useSuggest({ field, kind, text, onChoose }: Options) {
  const id = useId()
  const can = usePermission()
  const sources = use(SourcesContext).filter(
    ({ permission, kinds }) => can(permission) && (kinds?.includes(kind) ?? true),
  )
  const [latestPlace, setQuery] = useState<TriggerQuery | null>(null)
  const [at, setAt] = useState(0)
  // Ignores a query that is outside of the text, which changed without this hook being called.
  const place = latestPlace && latestPlace.to <= text.length ? latestPlace : null
  const { found, isLoading, isOld: isStale } = useFound(place, kind)
  const isOpen = place !== null && (found.length > 0 || !isLoading)
  const current = Math.min(at, found.length - 1)
  const open = (next: TriggerQuery | null) => {
    setAt(0)
    setQuery(next)
  }
  const { isJustInserted, keep } = useLastInserted()
  const choose = (suggestion: Suggestion) => {
    if (place) onChoose(place, keep(place, suggestion))
    setQuery(null)
  }
  const enterEarly = useEarlyEnter(place, isStale, () => found[0] && choose(found[0]))
  const onKey = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[current]
    if (event.key === 'Escape') setQuery(null)
    else if (step && found.length > 0) setAt((current + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && !event.shiftKey && !event.ctrlKey) {
      if (isStale && at === 0) enterEarly()
      else choose(chosen)
    } else return false
    event.preventDefault() // keeps the key from closing a dialog or sending a form
    event.stopPropagation()
    return true
  }
  return {
    id,
    sources,
    isOpen,
    place,
    found,
    current,
    choose,
    onKey,
    close: () => setQuery(null),
    /** The text and the caret have changed. */
    update: (now: string, caret: number) => {
      const next = queryAt(now, caret, sources)
      open(isJustInserted(next, now) ? null : next)
    },
    /** Inserts the trigger where it is valid, so that typing continues as a query. */
    ask: (source: Source) => {
      const caret = field.current?.selectionStart ?? text.length
      const { insertAt, inserted, next } = insertTrigger(source, text, caret)
      field.current?.focus()
      if (inserted) onChoose(insertAt, inserted)
      open(next)
    },
    props: {
      'aria-autocomplete': 'list' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${current}` }),
    },
  }
}

/** What a button inserts at the caret, if anything, and the resulting query. */
function insertTrigger(
  source: Source,
  text: string,
  caret: number,
): { insertAt: TriggerQuery; inserted: string; next: TriggerQuery } {
  const insertAt = { source, from: caret, to: caret, typed: '' }
  if (source.atStart) return { insertAt, inserted: '', next: insertAt }
  const inserted = (beginsWord(text, caret) ? '' : ' ') + source.trigger
  const to = caret + inserted.length
  return { insertAt, inserted, next: { ...insertAt, from: to - source.trigger.length, to } }
}

/** Text after a mention that was just inserted is not a query, although names have several words. */
function useLastInserted() {
  const last = useRef<{ from: number; text: string } | null>(null)
  return {
    /** Remembers the position and returns the inserted text. */
    keep: ({ from }: TriggerQuery, { text }: Suggestion) => {
      last.current = { from, text: toWritten(text) }
      return text
    },
    isJustInserted: (next: TriggerQuery | null, now: string) =>
      next !== null && next.from === last.current?.from && now.startsWith(last.current.text, next.from),
  }
}

/** When Enter precedes the results, takes the first result of the current query, not of an older one. */
function useEarlyEnter(place: TriggerQuery | null, isStale: boolean, take: () => void) {
  const [entered, setEntered] = useState<TriggerQuery | null>(null)
  const isDue = place !== null && entered === place && !isStale
  const onDue = useEffectEvent(take)
  useEffect(() => {
    if (isDue) onDue()
  }, [isDue])
  return () => setEntered(place)
}

const NONE: readonly Suggestion[] = []

function useFound(place: TriggerQuery | null, kind: string) {
  const queries = useQueryClient()
  const can = usePermission()
  const [typed] = useDebouncedValue(place?.typed.trim() ?? '', DEBOUNCE_MS)
  const source = place?.source
  const {
    data = NONE,
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['suggested', source?.trigger, kind, typed],
    queryFn: ({ signal }) => source?.find(typed, { signal, queries, kind, can }) ?? NONE,
    enabled: source !== undefined,
    staleTime: 30_000,
    placeholderData: (last, query) =>
      query?.queryKey[1] === source?.trigger ? keepPreviousData(last) : undefined,
  })
  const isStale = place !== null && (isPlaceholderData || typed !== place.typed.trim())
  return { found: source ? data : NONE, isLoading: isPending, isOld: isStale }
}
