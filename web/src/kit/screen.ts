import type { Icon } from '@tabler/icons-react'
import { createContext, use } from 'react'
import type { Finder } from './finder.ts'
import type { MessageKey } from './i18n.tsx'
import type { LazyPage } from './lazyPage.tsx'

/** Groups of the menu, in its order. */
export const groups = ['sales', 'content', 'online', 'reference'] as const

/** One screen, described once: the router, the menu, the home tiles and the palette are made from it. */
export interface Screen<Figures = never> {
  path: string
  label: MessageKey
  icon: Icon
  /** Where the menu shows it; without one it is reached from elsewhere. */
  group?: (typeof groups)[number]
  page: LazyPage
  /** What the home page says about it. */
  tile?: (figures: Figures) => Tile
  /** How the palette finds its records; loaded when the palette opens. */
  find?: () => Promise<Finder>
}

/** A home tile: one figure, the line that says what it counts, and one line of context. */
export interface Tile {
  count: number
  says: MessageKey
  context?: { key: MessageKey; count: number }
  /** The list's address that shows what was counted. */
  search?: Record<string, string>
}

/** All screens of the app. */
export const ScreensContext = createContext<readonly Screen[]>([])

/** The screens, for those who list them. */
export const useScreens = () => use(ScreensContext)
