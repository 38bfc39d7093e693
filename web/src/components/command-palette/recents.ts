import { storeFirst } from '../../lib/offline/cache.ts'
import { session } from '../../lib/session/session.ts'
import { validEntries } from '../../lib/validEntries.ts'

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
  list: () => validEntries(localStorage.getItem(keyOf()), isRecent),
  add(recent: Recent) {
    storeFirst(keyOf(), JSON.stringify(withFirst(recents.list(), recent)))
  },
}

/** The list with `recent` first and without duplicates. */
export const withFirst = (list: readonly Recent[], recent: Recent): Recent[] =>
  [recent, ...list.filter(({ path, id }) => path !== recent.path || id !== recent.id)].slice(0, MAX_RECENTS)

function isRecent(entry: unknown): entry is Recent {
  const { path, id, name } = (entry ?? {}) as Partial<Recent>
  return typeof path === 'string' && typeof id === 'number' && typeof name === 'string'
}
