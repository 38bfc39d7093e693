import type { LazyPage } from '../router/lazyPage.tsx'
import type { Screen } from '../shell/screen.ts'

/** A screen of the partners' app. */
export interface AppScreen extends Omit<Screen, 'group' | 'find' | 'action'> {
  page: LazyPage
  /** Whether the navigation leads to it. */
  isTab?: boolean
  /** Whose place in the navigation is lit while it is open. */
  under?: string
}
