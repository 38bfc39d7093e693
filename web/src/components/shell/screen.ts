import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { Icon } from '@tabler/icons-react'
import type { Words } from '../../lib/i18n/language.ts'
import type { Can } from '../../lib/permissions/usePermission.ts'
import type { RecordSearch } from '../command-palette/finder.ts'

/** Groups of the menu, in its order. */
export const groups = ['sales', 'content', 'online', 'reference', 'records'] as const

/** One screen, described once: the menu, the tiles and the palette are made from it. */
export interface Screen {
  path: string
  /** In both languages, for the menu is there before any of its screens' texts. */
  label: Words
  icon: Icon
  /** Other words that it is found by. */
  also?: string
  /** The right that its list needs; without one it is everybody's who has signed in. */
  permission?: RequiredPermission
  /** Where the menu shows it; without one it is reached from elsewhere. */
  group?: (typeof groups)[number]
  /** Behind `g` it leads there from everywhere. */
  letter?: string
  /** How the palette finds its records; loaded when the palette opens. */
  find?: () => Promise<RecordSearch>
}

/** What can be done on a screen at once, as the palette offers it: the screen is opened, and the address asks for it. */
export interface Command {
  /** Of the screen; who may not see that is not offered it. */
  path: string
  label: Words
  icon: Icon
  search: Readonly<Record<string, string>>
  /** Each of them is needed. */
  permission: readonly RequiredPermission[]
  /** Only offered when its name is typed. */
  isRare?: boolean
}

/** All that the app has, and the screens of lists that the server calls otherwise. */
export interface LoadedCommands {
  commands: readonly Command[]
  screenOfList: Readonly<Record<string, string>>
}

/** The screens that somebody may see, without those of records that the office hides. */
export const screensFor = (screens: readonly Screen[], can: Can, hidden: ReadonlySet<string>) =>
  screens.filter(({ path, permission }) => can(permission) && !hidden.has(path.slice(1)))
