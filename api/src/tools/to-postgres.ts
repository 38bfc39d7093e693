import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFolder } from '../kit/backup/automatic.ts'
import { backupName, writeBackup } from '../kit/backup/backup.ts'
import { restoreBackup } from '../kit/backup/restore.ts'
import { StartupError } from '../kit/db/database-errors.ts'
import { migrationsDir, open, run, say } from './run.ts'

// DATABASE_URL=… npm run to-postgres

await run(async ({ dataDir, databaseUrl }) => {
  if (!databaseUrl)
    throw new StartupError('Where to? Set DATABASE_URL to the address of an empty PostgreSQL database.')
  const path = join(backupFolder(dataDir), backupName(new Date(), 'to-postgres'))
  const embedded = await open({ dataDir, databaseUrl: undefined }, { migrate: false })
  const postgres = await open({ dataDir, databaseUrl }, { migrate: true }).catch(async (error) => {
    await embedded.close()
    throw error
  })
  try {
    say('Copying the embedded database to PostgreSQL …')
    await writeBackup(embedded.pool, path, undefined)
    await restoreBackup({ pool: postgres.pool, path, dataDir, migrationsDir, replace: false, log: say })
  } finally {
    await rm(path, { force: true })
    await embedded.close()
    await postgres.close()
  }
  say(
    'Done: every table that was copied was read back and is the same. Nothing was changed in the embedded database.',
  )
  say(
    'From now on start Kontor with this DATABASE_URL, and with the same DATA_DIR and FILES_URL: the files stay there.',
  )
})
