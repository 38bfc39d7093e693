import type { Icon } from '@tabler/icons-react'
import type { Screen } from '../shell/screen.ts'
import type { Found, RecordAct } from './finder.ts'
import { recents } from './recents.ts'

/** One option of the palette. An option without an icon opens the remaining results. */
export interface Choice {
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
  acts?: readonly Choice[]
  /** The action applies to a record, which the user chooses first. */
  asks?: PendingAction
}

/** An action whose record is still to be chosen. */
export interface PendingAction {
  /** Path of the screen that lists the records. */
  path: string
  act: RecordAct
  name: string
}

export interface Group {
  key: string
  label: string
  choices: Choice[]
}

export type Open = (path: string, search: Record<string, string>, newTab: boolean) => void

interface ChoiceInput {
  screen: Screen
  screens: readonly Screen[]
  found: Found
  open: Open
  /** The record actions that the user may run, in the current language. */
  acts: readonly (RecordAct & { name: string })[]
  /** The action that the record was searched for. */
  pendingAction?: PendingAction | undefined
}

/** A choice that opens a record: on its own page, else in the side panel of its list, filtered to it. */
export function recordChoice({ screen, screens, found, open, acts, pendingAction }: ChoiceInput): Choice {
  const { path, icon } = screen
  const { id, name, code, note, pieces, search, at } = found
  const hasPage = screens.some((one) => one.path === `${path}/$id`)
  const go = (newTab: boolean, asking: Record<string, string> = {}) => {
    recents.add({ path, id, name, code, note, phone: found.phone, search, at })
    if (hasPage) open(`${path}/${id}`, asking, newTab)
    else open(path, at ?? { q: search ?? code ?? name, row: String(id), ...asking }, newTab)
  }
  const run = (act: RecordAct, newTab: boolean) => {
    const href = act.href?.(found)
    if (href) location.assign(href)
    else go(newTab, act.search)
  }
  const own = acts.filter((act) => act.when?.(found) ?? true)
  return {
    ...{ key: `${path}/${id}`, icon, name, note, pieces, code },
    run: (newTab) => (pendingAction ? run(pendingAction.act, newTab) : go(newTab)),
    ...(!pendingAction &&
      own.length > 0 && {
        acts: own.map((act) => ({
          key: `${path}/${id}/${act.key}`,
          icon: act.icon,
          ...{ name: act.name, also: act.also },
          note: act.noteOf?.(found),
          run: (newTab) => run(act, newTab),
        })),
      }),
  }
}
