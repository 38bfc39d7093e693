import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { DefaultView } from '@kontor/contract/lib/lists/list'
import type { MentionKind } from '@kontor/contract/lib/text/mentions'
import type { PermissionArea } from '@kontor/contract/permissions'
import type { ComponentType } from 'react'
import type { MentionTarget } from '../components/editor/mentions/mentionLinks.ts'
import type { Source } from '../components/editor/mentions/sources.ts'
import type { PickerDialogProps } from '../components/form/pickers/pickers.ts'
import type { Slots } from '../components/resource/ResourcePage.tsx'
import type { Screen } from '../components/shell/screen.ts'
import type { Words } from '../lib/i18n/language.ts'
import type { DialogOverProps } from '../lib/router/DialogOver.tsx'
import type { LazyPage } from '../lib/router/lazyPage.tsx'

/** A screen of a feature: the router, the menu and the palette are made from it. */
export interface FeatureScreen extends Screen {
  page: LazyPage
  /** It needs a permission to see an area. */
  permission?: `${PermissionArea}.see`
  /** What the palette calls its empty form, which `?add=1` opens, and who may add. */
  add?: { label: Words; permission: RequiredPermission }
  /** Who may import; `?import=1` opens the import. */
  import?: RequiredPermission
  /** The views that its list has without anybody saving them, for who has all of these permissions. */
  views?: {
    load: () => Promise<Readonly<Record<string, DefaultView>> | undefined>
    permission: readonly RequiredPermission[]
  }
}

/**
 * What a feature brings to the office. The sign-in page loads it as well: pages and everything that needs declarations
 * of the contract come by `import()`.
 */
export interface OfficeFeature<Picked extends string = string> {
  screens?: readonly FeatureScreen[]
  /** Addresses of its lists that the server calls otherwise, by the server's name. */
  lists?: Readonly<Record<string, string>>
  /** The dialogs that pick its records, by the resource. */
  pickers?: Readonly<Record<Picked, ComponentType<PickerDialogProps>>>
  /** Where its records lead that a message mentions, each kind of them; they are found as the first screen's. */
  mention?: MentionTarget & { kind: MentionKind }
  /** What else can be put into a message. */
  sources?: readonly Source[]
  /** What it has in the top bar of every screen, or only counts there for the menu. */
  topBar?: Readonly<Record<string, ComponentType>>
  /** Its dialogs over the screens of other features. */
  dialogs?: readonly DialogOverProps[]
  /** What generated resources show otherwise than their declarations say, by their names. */
  resources?: Readonly<Record<string, Slots>>
}

/** Declares a feature; `app/features.ts` lists them. */
export const registerFeature = <Picked extends string = never>(feature: OfficeFeature<Picked>) => feature
