import { session } from '../../../lib/session/session.ts'
import { recents } from '../../command-palette/recents.ts'

const KEPT = 5
const keyOf = (subject: string) => session.own(`picked.${subject}`)

/** The ids of what was chosen lately on this device, the last first, then of what was opened; the former alone with `own`. */
export function latelyPicked(subject: string, own = false): number[] {
  const opened = own ? [] : recents.list().filter(({ path }) => path === `/${subject}`)
  const ids = [...read(localStorage.getItem(keyOf(subject))), ...opened.map(({ id }) => id)]
  return [...new Set(ids)].slice(0, KEPT)
}

/** Remembers what was chosen, for an empty field to begin with it. */
export function rememberPicked(subject: string, ids: readonly number[]) {
  const all = new Set([...ids, ...latelyPicked(subject, true)])
  localStorage.setItem(keyOf(subject), JSON.stringify([...all].slice(0, KEPT)))
}

/** The stored entries that can be read: another build may have stored something else. */
function read(kept: string | null): number[] {
  try {
    const ids: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : []
  } catch {
    return []
  }
}
