import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import type { Icon } from '@tabler/icons-react'
import type { Can } from '../../lib/permissions/usePermission.ts'
import type { RecordSearch } from '../command-palette/finder.ts'

/** Groups of the navigation, in order. */
export const groups = ['sales', 'content', 'online', 'reference', 'records'] as const

/** A screen; navigation, tiles and palette are built from it. */
export interface Screen {
  path: string
  /** In both languages, because the navigation loads before any screen's texts. */
  label: LocalizedText
  icon: Icon
  /** Synonyms that the palette also finds it by. */
  also?: string
  /** The permission of its list; when absent, every signed-in user may open it. */
  permission?: RequiredPermission
  /** Its group in the navigation; when absent, it is linked from elsewhere. */
  group?: (typeof groups)[number]
  /** Opened by `g` and this letter from everywhere. */
  letter?: string
  /** Its record search; loaded with the palette. */
  find?: () => Promise<RecordSearch>
}

/** An action on a screen, offered by the palette: opens the screen with search params. */
export interface Command {
  /** Path of the screen; only offered to users who may open it. */
  path: string
  label: LocalizedText
  /** Synonyms that the palette also finds it by. */
  also?: string
  icon: Icon
  search: Readonly<Record<string, string>>
  /** All of them are required. */
  permission: readonly RequiredPermission[]
  /** Only offered when its name is typed. */
  isRare?: boolean
}

/** The commands of the app, and the screens of lists that have another name on the server. */
export interface LoadedCommands {
  commands: readonly Command[]
  screenOfList: Readonly<Record<string, string>>
}

/** The screens that a user may open, without those of records that the office hides. */
export const screensFor = (screens: readonly Screen[], can: Can, hidden: ReadonlySet<string>) =>
  screens.filter(({ path, permission }) => can(permission) && !hidden.has(path.slice(1)))
