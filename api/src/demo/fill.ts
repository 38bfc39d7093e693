import { type Config, readConfig } from '../config.ts'
import { createFirstUser } from '../features/users/startup.ts'
import { openDatabase } from '../lib/database/database.ts'
import { StartupError } from '../lib/database/database-errors.ts'
import { explain } from '../lib/database/embedded/startup-error.ts'
import type { Schema } from '../lib/database/schema.ts'
import { seedDemo } from './seed.ts'

// Adds the demo data and the first user of the environment, in a child process, because it needs twice the memory of a
// server. Prints `created` unless another node did it, and errors on standard error.

process.stdin.once('end', () => process.exit(1)).resume() // the parent process was killed
const config = readConfig(process.env)
try {
  if (await fill(config)) process.stdout.write('created')
} catch (error) {
  const startupError = explain(error, config)
  const text =
    startupError instanceof StartupError
      ? startupError.message
      : startupError instanceof Error
        ? startupError.stack
        : startupError
  process.stderr.write(String(text))
  process.exitCode = 1
}
process.stdin.destroy()

async function fill(config: Config): Promise<boolean> {
  const { db, close } = await openDatabase<Schema>({ ...config, allowRunning: true, log: () => {} })
  let created = false
  try {
    await seedDemo(db, config, async (tx) => {
      created = await createFirstUser(tx, config.adminUsername, config.adminPassword ?? '')
    })
  } finally {
    await close()
  }
  return created
}
