import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What Kontor keeps in DATA_DIR; whatever else somebody has put there is left alone. */
const OURS = ['files', 'arriving', 'backups', 'db', 'db.lock'] // the last two of the engine before, until removed

/**
 * Leaves DATA_DIR, if it is there, and all that Kontor keeps in it readable for its owner alone (folders 0700, files 0600), and sees to it
 * that the process makes no other: the books of an office are no business of other users of the machine. Says what was
 * open, and names what it may not close because it belongs to somebody else.
 */
export function closeDataDir(dataDir: string, print: (line: string) => void) {
  if (process.platform === 'win32') return // has no such modes
  process.umask(0o077)
  const { closed, foreign } = closeTree(dataDir, OURS)
  if (closed > 0)
    print(`${closed} files and folders in ${resolve(dataDir)} were open to others of this machine: closed.`)
  if (foreign.length > 0)
    print(
      `Others of this machine may read ${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''}, and Kontor may not close what is not its own: give it to the user that Kontor runs as (chown -R).`,
    )
}

/** Closes a folder and all in it, or what is called so directly in it; answers how much was open, and what it may not. */
function closeTree(path: string, names?: readonly string[], found = { closed: 0, foreign: [] as string[] }) {
  try {
    const status = lstatSync(path)
    if (status.isSymbolicLink()) return found // it leads to what somebody else looks after
    const mode = status.isDirectory() ? 0o700 : 0o600
    if ((status.mode & 0o777) !== mode) close(path, mode, found)
    if (status.isDirectory())
      for (const name of names ?? readdirSync(path)) closeTree(join(path, name), undefined, found)
  } catch {} // not there yet, gone meanwhile (another node sweeps as well), or in a folder that its owner has closed
  return found
}

function close(path: string, mode: number, found: { closed: number; foreign: string[] }) {
  try {
    chmodSync(path, mode)
    found.closed += 1
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') found.foreign.push(path)
  }
}
