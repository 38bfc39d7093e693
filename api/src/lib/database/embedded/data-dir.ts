import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Kontor's own entries in DATA_DIR; other files are not touched. */
// the last two are of the former database engine, until removed
const OURS = ['files', 'arriving', 'backups', 'db', 'db.lock']

/**
 * Makes DATA_DIR (if it exists) and Kontor's files in it readable for their owner alone (folders 0700, files 0600), and
 * sets the umask of the process, because other users of the machine must not read an office's data. Prints how many
 * were open, and those whose mode it may not change because they have another owner.
 */
export function closeDataDir(dataDir: string, print: (line: string) => void) {
  if (process.platform === 'win32') return // Windows has no such modes
  process.umask(0o077)
  const { closed, foreign } = closeTree(realPath(dataDir), OURS)
  if (closed > 0)
    print(
      `${closed} files and folders in ${resolve(dataDir)} were accessible to other users of this machine: permissions restricted.`,
    )
  if (foreign.length > 0)
    print(
      `Other users of this machine can read ${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''}, and Kontor cannot restrict files of another owner: give them to the user that Kontor runs as (chown -R).`,
    )
}

const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : path)

/**
 * Closes a folder with its content, or only its direct entries called `names`; returns how many were open and which
 * could not be closed.
 */
function closeTree(path: string, names?: readonly string[], found = { closed: 0, foreign: [] as string[] }) {
  try {
    const status = lstatSync(path)
    if (status.isSymbolicLink()) return found // the target is managed by someone else
    const mode = status.isDirectory() ? 0o700 : 0o600
    if ((status.mode & 0o777) !== mode) close(path, mode, found)
    if (status.isDirectory())
      for (const name of names ?? readdirSync(path)) closeTree(join(path, name), undefined, found)
  } catch {} // missing, removed meanwhile by another node's sweep, or in a closed folder
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
