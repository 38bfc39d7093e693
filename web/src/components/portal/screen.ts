import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { LazyPage } from '../../lib/router/lazyPage.tsx'

/** How a screen is linked: in both languages, because the navigation loads before any screen's texts. */
interface ScreenLink {
  label: LocalizedText
  icon: Icon
}

/** A screen of the partners' app. */
export interface PortalScreen {
  path: string
  page: LazyPage
  /** Its tab in the navigation. */
  tab?: ScreenLink
  /** Its icon at the top right of every screen; `Pinned` is shown on it next to the unread count. */
  headerLink?: ScreenLink & { Pinned?: ComponentType }
  /** Its group: the screens of a group link to each other in a row at the top, ordered by `place`. */
  among?: { group: string; place: number; label: LocalizedText }
  /** The screen whose tab is highlighted while this one is open. */
  parentTab?: string
}

/** Shows an order without a response on all screens except its own, and sends it again. */
export interface PendingOrderPart {
  /** Path of the order's own screen, without the id. */
  path: string
  Part: ComponentType<{ id: number }>
}
