import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../lib/database/database.ts'
import { StartupError } from '../lib/database/database-errors.ts'
import { closeDataDir } from '../lib/database/embedded/data-dir.ts'
import { explain, rejectOldDataFolder } from '../lib/database/embedded/startup-error.ts'
import { StorageError } from '../lib/storage/s3-request.ts'
import { migrationsDir } from '../root.ts'

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command to its end. An error is printed as one sentence, with exit code 1. */
export async function run(command: (config: Config, args: string[]) => Promise<void>) {
  try {
    const config = readConfig(process.env)
    closeDataDir(config.dataDir, print)
    await command(config, process.argv.slice(2)).catch((error) => {
      throw explain(error, config)
    })
  } catch (error) {
    const text = hasShortMessage(error) ? error.message : error instanceof Error ? error.stack : error
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  }
}

const hasShortMessage = (error: unknown) => error instanceof StartupError || error instanceof StorageError

/** A path as typed: npm changes the working directory, and stores the original one in INIT_CWD. */
export const typed = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)

/**
 * Opens an existing database. `migrate` applies migrations, creates the embedded database when it is missing, and
 * requires exclusive access; otherwise a server may be running.
 */
export async function open(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { migrate }: { migrate: boolean },
): Promise<Database<unknown>> {
  if (!migrate && !databaseUrl) {
    rejectOldDataFolder(dataDir)
    if (!existsSync(join(dataDir, 'postgres')))
      throw new StartupError(`There is no database in ${resolve(dataDir)}: check DATA_DIR.`)
  }
  return openDatabase({
    databaseUrl,
    dataDir,
    migrationsDir: migrate ? migrationsDir : undefined,
    allowRunning: !migrate,
    unlimited: true,
    log: () => {},
  })
}
