import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Backups that are named at most. */
const NAMED = 3

/** What to do about a database that cannot be opened: move it away and restore a backup, the newest ones named. */
export function restoreHint(path: string, dataDir: string): string {
  const folder = join(dataDir, 'backups')
  const [newest, ...older] = newestFirst(folder)
  const away = `move ${path} away`
  if (!newest) return `there is no backup in ${folder}; ${away} to begin with an empty database`
  const others = older.length > 0 ? ` (older: ${older.join(', ')})` : ''
  return `${away} and restore a backup with: npm run restore -- ${join(folder, newest)}${others}`
}

function newestFirst(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^[^.].*\.zip$/.test(name))
    const at = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]))
    return names.sort((a, b) => (at.get(b) ?? 0) - (at.get(a) ?? 0)).slice(0, NAMED)
  } catch {
    return [] // there is no such folder, or it cannot be read
  }
}
