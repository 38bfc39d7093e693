import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { DefaultView } from '@kontor/contract/lib/lists/list'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import type { MentionKind } from '@kontor/contract/lib/text/mentions'
import type { PermissionArea } from '@kontor/contract/permissions'
import type { ComponentType } from 'react'
import type { MentionTarget } from '../components/editor/mentions/mentionLinks.ts'
import type { Source } from '../components/editor/mentions/sources.ts'
import type { PickerDialogProps } from '../components/form/pickers/pickers.ts'
import type { Slots } from '../components/resource/ResourcePage.tsx'
import type { Screen } from '../components/shell/screen.ts'
import type { DialogOverProps } from '../lib/router/DialogOver.tsx'
import type { LazyPage } from '../lib/router/lazyPage.tsx'

/** A screen of a feature. The router, the menu and the palette are built from it. */
export interface FeatureScreen extends Screen {
  page: LazyPage
  /** The permission to see its area; when absent, every signed-in user may open it. */
  permission?: `${PermissionArea}.see`
  /** Its empty form, which `?add=1` opens: the label in the palette, and the permission to add. */
  add?: { label: LocalizedText; permission: RequiredPermission }
  /** The permission to import; `?import=1` opens the import. */
  import?: RequiredPermission
  /** The built-in views of its list, by key; all of these permissions are required. */
  views?: {
    load: () => Promise<Readonly<Record<string, DefaultView>> | undefined>
    permission: readonly RequiredPermission[]
  }
}

/**
 * The registration of a feature in the office. The sign-in page loads it as well, so pages and everything that needs
 * declarations of the contract are loaded by `import()`.
 */
export interface OfficeFeature<Picked extends string = string> {
  screens?: readonly FeatureScreen[]
  /** Paths of its lists by the server's name, where that differs from the path. */
  lists?: Readonly<Record<string, string>>
  /** The dialogs that pick its records, by resource. */
  pickers?: Readonly<Record<Picked, ComponentType<PickerDialogProps>>>
  /** Kind and link target of its records in messages. The search of its first screen finds them. */
  mention?: MentionTarget & { kind: MentionKind }
  /** Further suggestions for the editors of messages. */
  sources?: readonly Source[]
  /** Components in the top bar of every screen. Some render nothing and only update an unread count of the menu. */
  topBar?: Readonly<Record<string, ComponentType>>
  /** Its dialogs that open over screens of other features. */
  dialogs?: readonly DialogOverProps[]
  /** Overrides of the list pages of generated resources, by resource name. */
  resources?: Readonly<Record<string, Slots>>
}

/** Declares a feature; `app/features.ts` lists them. */
export const registerFeature = <Picked extends string = never>(feature: OfficeFeature<Picked>) => feature
