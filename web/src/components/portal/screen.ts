import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Words } from '../../lib/i18n/language.ts'
import type { LazyPage } from '../../lib/router/lazyPage.tsx'

/** How a screen is led to: in both languages, for the navigation is there before any screen's texts. */
interface Breadcrumbs {
  label: Words
  icon: Icon
}

/** A screen of the partners' app. */
export interface AppScreen {
  path: string
  page: LazyPage
  /** Its place in the navigation. */
  tab?: Breadcrumbs
  /** Its sign at the top right of every screen, and what is pinned to it beside what is unread. */
  sign?: Breadcrumbs & { Pinned?: ComponentType }
  /** The screens that stand beside it: their links are one row at the top of each of them, in the order of their places. */
  among?: { group: string; place: number; label: Words }
  /** Whose place in the navigation is lit while it is open. */
  under?: string
}

/** What sends an order that was not answered where it was decided: the screen there, and the part on all others. */
export interface WaitingOrders {
  path: string
  Part: ComponentType<{ id: number }>
}
