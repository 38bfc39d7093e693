import { join } from 'node:path'
import { backupFolder } from '../lib/backup/automatic.ts'
import { backupName, inSnapshot, writeBackup } from '../lib/backup/backup.ts'
import { checkBackup, restoreBackup, tableWithData } from '../lib/backup/restore.ts'
import { StartupError } from '../lib/database/database-errors.ts'
import { migrationsDir } from '../root.ts'
import { open, print, run, typed } from './run.ts'

// npm run restore -- file.zip [--replace] [--quiet]

const OPTIONS = ['--replace', '--quiet']

await run(async (config, args) => {
  const [file, ...more] = args.filter((arg) => !OPTIONS.includes(arg))
  const replace = args.includes('--replace')
  const quiet = args.includes('--quiet')
  if (!file || more.length > 0)
    throw new StartupError('Usage: npm run restore -- file.zip [--replace] [--quiet]')
  await checkBackup(typed(file)) // before a database is created for it
  const { pool, close } = await open(config, { migrate: true })
  try {
    if (replace && (await inSnapshot(pool, tableWithData))) {
      const backupPath = join(backupFolder(config.dataDir), backupName(new Date()))
      await writeBackup(pool, backupPath, config)
      print(`Backup of the previous data: ${backupPath}`)
    }
    print(`Restoring ${file} …`)
    const options = { ...config, pool, path: typed(file), migrationsDir, replace, quiet, log: print }
    const { created_at, files } = await restoreBackup(options)
    print(`Restored the state of ${created_at} with ${files} files. All users must sign in again.`)
  } finally {
    await close()
  }
})
