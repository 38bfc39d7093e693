import { storeFirst } from '../../../lib/offline/cache.ts'
import { session } from '../../../lib/session/session.ts'
import { validEntries } from '../../../lib/validEntries.ts'
import { recents } from '../../command-palette/recents.ts'

const MAX_RECENTS = 5
const keyOf = (subject: string) => session.userKey(`picked.${subject}`)

/**
 * Ids of the records chosen lately on this device, newest first, then of those opened lately; only the
 * former with `pickedOnly`.
 */
export function recentlyPicked(subject: string, pickedOnly = false): number[] {
  const opened = pickedOnly ? [] : recents.list().filter(({ path }) => path === `/${subject}`)
  const ids = [...validEntries(localStorage.getItem(keyOf(subject)), isId), ...opened.map(({ id }) => id)]
  return [...new Set(ids)].slice(0, MAX_RECENTS)
}

/** Remembers chosen records, for the suggestions of an empty field. */
export function rememberPicked(subject: string, ids: readonly number[]) {
  const all = new Set([...ids, ...recentlyPicked(subject, true)])
  storeFirst(keyOf(subject), JSON.stringify([...all].slice(0, MAX_RECENTS)))
}

const isId = (entry: unknown): entry is number => Number.isInteger(entry)
