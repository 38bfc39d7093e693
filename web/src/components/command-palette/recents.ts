import { session } from '../../lib/session/session.ts'

/** A recently opened record. */
export interface Recent {
  /** Path of its screen. */
  path: string
  id: number
  name: string
  code?: string | undefined
  note?: string | undefined
  phone?: string | undefined
  /** The search text that finds it in its list; its code or name when absent. */
  search?: string | undefined
  at?: Record<string, string> | undefined
}

const MAX_RECENTS = 8
const keyOf = () => session.userKey('recents')

/** The records opened lately on this device, newest first. */
export const recents = {
  list: () => read(localStorage.getItem(keyOf())),
  add(recent: Recent) {
    localStorage.setItem(keyOf(), JSON.stringify(withFirst(recents.list(), recent)))
  },
}

/** The list with `recent` first and without duplicates. */
export const withFirst = (list: readonly Recent[], recent: Recent): Recent[] =>
  [recent, ...list.filter(({ path, id }) => path !== recent.path || id !== recent.id)].slice(0, MAX_RECENTS)

/** The valid stored entries. Another version of the app may have stored a different shape. */
export function read(stored: string | null): Recent[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(isRecent) : []
  } catch {
    return []
  }
}

const isRecent = (one: Partial<Recent> | null): one is Recent =>
  typeof one?.path === 'string' && typeof one.id === 'number' && typeof one.name === 'string'
