import type { Needs } from '@kontor/contract/kit/api/rights'
import type { Icon } from '@tabler/icons-react'
import type { Finder } from '../palette/finder.ts'
import type { May } from '../rights/useMay.ts'
import type { Words } from '../texts/language.ts'

/** Groups of the menu, in its order. */
export const groups = ['sales', 'content', 'online', 'reference', 'records'] as const

/** One screen, described once: the menu, the tiles and the palette are made from it. */
export interface Screen {
  path: string
  /** In both languages, for the menu is there before any of its screens' texts. */
  label: Words
  icon: Icon
  /** The right that its list needs; without one it is everybody's who has signed in. */
  needs?: Needs
  /** Where the menu shows it; without one it is reached from elsewhere. */
  group?: (typeof groups)[number]
  /** Behind `g` it leads there from everywhere. */
  letter?: string
  /** How the palette finds its records; loaded when the palette opens. */
  find?: () => Promise<Finder>
  /** What can be done there at once, as the palette offers it. */
  action?: { label: Words; search: Record<string, string>; needs: Needs }
}

/** The screens that somebody may see, each with what may be done there, without those of records that the office hides. */
export const screensFor = (screens: readonly Screen[], may: May, hidden: ReadonlySet<string>): Screen[] =>
  screens
    .filter(({ path, needs }) => may(needs) && !hidden.has(path.slice(1)))
    .map(({ action, ...screen }) => ({ ...screen, ...(action && may(action.needs) && { action }) }))
