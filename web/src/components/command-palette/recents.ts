import { session } from '../../lib/session/session.ts'

/** A record that was opened lately. */
export interface Recent {
  /** Of the screen that has it. */
  path: string
  id: number
  name: string
  code?: string | undefined
  note?: string | undefined
  phone?: string | undefined
  /** What its list is searched for, when that is neither code nor name. */
  search?: string | undefined
  at?: Record<string, string> | undefined
}

const KEPT = 8
const keyOf = () => session.own('recents')

/** What somebody has opened lately on this device, the last first. */
export const recents = {
  list: () => read(localStorage.getItem(keyOf())),
  add(recent: Recent) {
    localStorage.setItem(keyOf(), JSON.stringify(withFirst(recents.list(), recent)))
  },
}

/** The list with one record at its beginning, which it has once. */
export const withFirst = (list: readonly Recent[], recent: Recent): Recent[] =>
  [recent, ...list.filter(({ path, id }) => path !== recent.path || id !== recent.id)].slice(0, KEPT)

/** The stored entries that can be read: another build may have stored something else. */
export function read(kept: string | null): Recent[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(list) ? list.filter(isRecent) : []
  } catch {
    return []
  }
}

const isRecent = (one: Partial<Recent> | null): one is Recent =>
  typeof one?.path === 'string' && typeof one.id === 'number' && typeof one.name === 'string'
