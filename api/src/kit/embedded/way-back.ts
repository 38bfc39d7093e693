import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Backups that are named at most. */
const NAMED = 3

/** For the person whose embedded database cannot be opened: how to get back what was there, newest backups first. */
export function wayBack(dataDir: string): string {
  const folder = join(dataDir, 'backups')
  const [newest, ...older] = newestFirst(folder)
  const away = `move ${join(dataDir, 'db')} away`
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
