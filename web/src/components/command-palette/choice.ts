import type { Icon } from '@tabler/icons-react'
import type { Screen } from '../shell/screen.ts'
import type { Found, RecordAct } from './finder.ts'
import { recents } from './recents.ts'

/** One line of the palette. Without an icon it leads to the rest of what was found. */
export interface Choice {
  key: string
  icon?: Icon
  name: string
  /** Other words that it is found by. */
  also?: string | undefined
  note?: string | undefined
  pieces?: number | undefined
  code?: string | undefined
  run: (newTab: boolean) => void
  /** What can be done with the record, offered in place of everything else. */
  acts?: readonly Choice[]
  /** The record that it is done with is chosen first. */
  asks?: Asked
}

/** Something to be done with a record that is still to be chosen. */
export interface Asked {
  /** Of the screen that has the records. */
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
  /** The commands for it that the user may run, in the current language. */
  acts: readonly (RecordAct & { name: string })[]
  /** What it was looked for. */
  asked?: Asked | undefined
}

/** A record that opens itself: on its own page where it has one, else beside its list, which then shows it. */
export function recordChoice({ screen, screens, found, open, acts, asked }: ChoiceInput): Choice {
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
    run: (newTab) => (asked ? run(asked.act, newTab) : go(newTab)),
    ...(!asked &&
      own.length > 0 && {
        acts: own.map((act) => ({
          key: `${path}/${id}/${act.key}`,
          icon: act.icon,
          ...{ name: act.name, also: act.also },
          note: act.tells?.(found),
          run: (newTab) => run(act, newTab),
        })),
      }),
  }
}
