import { useDebouncedValue } from '@mantine/hooks'
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import type { Screen } from '../shell/screen.ts'
import { type Group, type Open, type PaletteEntry, type PendingAction, recordChoice } from './choice.ts'
import type { RecordAction } from './finder.ts'
import { bestMatches } from './foldedMatch.ts'
import { type Recent, recents } from './recents.ts'

interface RecordsInput {
  /** The screens that the user may open. */
  screens: readonly Screen[]
  typed: string
  open: Open
  /** The action that the records are searched for; only records that have it are found. */
  pendingAction: PendingAction | undefined
}

/** Number of characters from which on records are searched. */
export const SEARCHED = 2

/** Searches all searchable screens from the second character on; the recent records before that. */
export function useRecords({ screens, typed, open, pendingAction }: RecordsInput) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const { finding, searches, actsOf, ...asking } = useFinders(screens, pendingAction)
  const [debounced] = useDebouncedValue(typed, 150)
  const isSearching = debounced.length >= SEARCHED
  const answers = useQueries({
    queries: finding.map(({ path }, index) => ({
      queryKey: ['find', path, debounced],
      queryFn: async ({ signal, client: queries }: QueryFunctionContext) =>
        (await searches[index]?.data?.find?.(debounced, { signal, queries })) ?? null,
      enabled: isSearching && searches[index]?.data !== undefined,
    })),
  })
  const choices = (screen: Screen, found: readonly Omit<Recent, 'path'>[]) =>
    found.map((one) =>
      recordChoice({ screen, screens, found: one, open, pendingAction, actions: actsOf(screen.path) }),
    )
  const groups = finding.flatMap((screen, index): Group[] => {
    const answer = answers[index]?.data
    if (!answer) return []
    const shown = choices(screen, answer.found)
    const rest: PaletteEntry = {
      key: `${screen.path}/all`,
      name: t('palette.all', { count: answer.total }),
      run: (newTab) => open(screen.path, { q: debounced }, newTab),
    }
    const isMore = answer.total > shown.length && !pendingAction
    return [{ key: screen.path, label: screen.label[locale], choices: isMore ? [...shown, rest] : shown }]
  })
  const lately = recents.list().flatMap((recent) => {
    const screen = screens.find(
      ({ path }) => path === recent.path && (!pendingAction || pendingAction.path === path),
    )
    return screen ? choices(screen, [recent]) : []
  })
  const isBusy =
    (typed !== debounced && Math.max(typed.length, debounced.length) >= SEARCHED) ||
    (isSearching && [...searches, ...answers].some(({ isLoading }) => isLoading))
  return {
    groups: useStableGroups(groups, isBusy, pendingAction),
    /** While nothing is typed. */
    recent: typed === '' ? lately : [],
    /** Actions that need a record to be chosen next. */
    deferredActions: typed.length >= SEARCHED ? (bestMatches([asking.acting], typed)[0] ?? []) : [],
    isBusy,
    isFailed: [...searches, ...answers].some(({ isError }) => isError),
  }
}

/** The previous results until all new ones have arrived, so that no choice moves under the pointer. */
function useStableGroups(
  groups: readonly Group[],
  isBusy: boolean,
  pendingAction: PendingAction | undefined,
) {
  const shown = useRef({ groups, pendingAction })
  if (!isBusy || shown.current.pendingAction !== pendingAction)
    shown.current = { groups: isBusy ? [] : groups, pendingAction }
  return shown.current.groups
}

/** The record searches and record actions of each screen; the code is loaded when the palette opens. */
function useFinders(screens: readonly Screen[], pendingAction: PendingAction | undefined) {
  const { locale } = useLanguage()
  const can = usePermission()
  const finding = screens.filter(({ find, path }) => find && (!pendingAction || pendingAction.path === path))
  const searches = useQueries({
    queries: finding.map(({ path, find }) => ({
      queryKey: ['finder', path],
      queryFn: async () => ({ find: await find?.() }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const named = (actions: readonly RecordAction[] = []) =>
    actions
      .filter(({ permission }) => permission?.every(can) ?? true)
      .map((action) => ({ ...action, name: action.label[locale] }))
  const actsOf = (path: string) =>
    named(searches[finding.findIndex((screen) => screen.path === path)]?.data?.find?.actions)
  const deferredActions = (pendingAction ? [] : finding).flatMap(({ path }) =>
    actsOf(path).map((action): PaletteEntry => {
      const { key, icon, name } = action
      return {
        key: `${path}?${key}`,
        icon,
        name: `${name}…`,
        also: action.also,
        run: () => undefined,
        asks: { path, action, name },
      }
    }),
  )
  return { finding, searches, actsOf, acting: deferredActions }
}
