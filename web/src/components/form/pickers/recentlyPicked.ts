import { session } from '../../../lib/session/session.ts'
import { recents } from '../../command-palette/recents.ts'

const MAX_RECENTS = 5
const keyOf = (subject: string) => session.userKey(`picked.${subject}`)

/**
 * Ids of the records chosen lately on this device, newest first, then of those opened lately; only the
 * former with `pickedOnly`.
 */
export function recentlyPicked(subject: string, pickedOnly = false): number[] {
  const opened = pickedOnly ? [] : recents.list().filter(({ path }) => path === `/${subject}`)
  const ids = [...read(localStorage.getItem(keyOf(subject))), ...opened.map(({ id }) => id)]
  return [...new Set(ids)].slice(0, MAX_RECENTS)
}

/** Remembers chosen records, for the suggestions of an empty field. */
export function rememberPicked(subject: string, ids: readonly number[]) {
  const all = new Set([...ids, ...recentlyPicked(subject, true)])
  localStorage.setItem(keyOf(subject), JSON.stringify([...all].slice(0, MAX_RECENTS)))
}

/** The valid stored entries. Another version of the app may have stored a different shape. */
function read(stored: string | null): number[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : []
  } catch {
    return []
  }
}
