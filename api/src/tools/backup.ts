import { join } from 'node:path'
import { backupFolder } from '../lib/backup/automatic.ts'
import { backupName, writeBackup } from '../lib/backup/backup.ts'
import { open, print, run, typed } from './run.ts'

// npm run backup [-- file.zip]

await run(async (config, [file]) => {
  const path = file ? typed(file) : join(backupFolder(config.dataDir), backupName(new Date()))
  const database = await open(config, { migrate: false })
  try {
    const { tables, files } = await writeBackup(database.pool, path, config)
    for (const [name, { rows }] of Object.entries(tables)) print(`  ${name}: ${rows} rows`)
    print(`Backup of ${Object.keys(tables).length} tables and ${files} files: ${path}`)
  } finally {
    await database.close()
  }
})
