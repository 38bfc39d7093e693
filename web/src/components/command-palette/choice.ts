import type { Icon } from '@tabler/icons-react'
import type { Screen } from '../shell/screen.ts'
import type { Found, RecordAction } from './finder.ts'
import { recents } from './recents.ts'

/** One option of the palette. An option without an icon opens the remaining results. */
export interface PaletteEntry {
  key: string
  icon?: Icon
  name: string
  /** Synonyms that it is also found by. */
  also?: string | undefined
  note?: string | undefined
  pieces?: number | undefined
  code?: string | undefined
  run: (newTab: boolean) => void
  /** The record's actions, which replace the list when opened. */
  actions?: readonly PaletteEntry[]
  /** The action applies to a record, which the user chooses first. */
  asks?: PendingAction
}

/** An action whose record is still to be chosen. */
export interface PendingAction {
  /** Path of the screen that lists the records. */
  path: string
  action: RecordAction
  name: string
}

export interface Group {
  key: string
  label: string
  choices: PaletteEntry[]
}

export type Open = (path: string, search: Record<string, string>, newTab: boolean) => void

interface ChoiceInput {
  screen: Screen
  screens: readonly Screen[]
  found: Found
  open: Open
  /** The record actions that the user may run, in the current language. */
  actions: readonly (RecordAction & { name: string })[]
  /** The action that the record was searched for. */
  pendingAction?: PendingAction | undefined
}

/** A choice that opens a record: on its own page, else in the side panel of its list, filtered to it. */
export function recordChoice({
  screen,
  screens,
  found,
  open,
  actions,
  pendingAction,
}: ChoiceInput): PaletteEntry {
  const { path, icon } = screen
  const { id, name, code, note, pieces, search, at } = found
  const hasPage = screens.some((one) => one.path === `${path}/$id`)
  const go = (newTab: boolean, params: Record<string, string> = {}) => {
    recents.add({ path, id, name, code, note, phone: found.phone, search, at })
    if (hasPage) open(`${path}/${id}`, params, newTab)
    else open(path, at ?? { q: search ?? code ?? name, row: String(id), ...params }, newTab)
  }
  const run = (action: RecordAction, newTab: boolean) => {
    const href = action.href?.(found)
    if (href) location.assign(href)
    else go(newTab, action.search)
  }
  const available = actions.filter((action) => action.when?.(found) ?? true)
  return {
    key: `${path}/${id}`,
    icon,
    name,
    note,
    pieces,
    code,
    run: (newTab) => (pendingAction ? run(pendingAction.action, newTab) : go(newTab)),
    ...(!pendingAction &&
      available.length > 0 && {
        actions: available.map((action) => ({
          key: `${path}/${id}/${action.key}`,
          icon: action.icon,
          name: action.name,
          also: action.also,
          note: action.noteOf?.(found),
          run: (newTab) => run(action, newTab),
        })),
      }),
  }
}
