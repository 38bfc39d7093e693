import { readConfig } from '../config.ts'
import { createFirstUser } from '../features/users/queries.ts'
import { openDatabase } from '../kit/db/db.ts'
import type { Schema } from '../kit/db/schema.ts'
import { seedDemo } from './seed.ts'

// Adds the demo data and the first user of the environment, in a process of its own: what it takes in memory, twice that
// of a server, ends with it. Prints `created` when it was not another node that did.

process.stdin.once('end', () => process.exit(1)).resume() // the server that waits for this was killed
const config = readConfig(process.env)
const { db, close } = await openDatabase<Schema>({ ...config, allowRunning: true, log: () => {} })
let created = false
await seedDemo(db, config, async (tx) => {
  created = await createFirstUser(tx, config.adminUsername, config.adminPassword ?? '')
})
await close()
process.stdin.destroy()
if (created) process.stdout.write('created')
