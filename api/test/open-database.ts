import { openDatabase } from '../src/lib/database/database.ts'

// A child process of the tests: opens the database of its argument, inserts one row and runs until it is killed.
const options = JSON.parse(process.argv[2] ?? '{}')
try {
  const { pool } = await openDatabase({ ...options, log: console.log })
  await pool.query(`create table if not exists kept (at timestamptz default now())`)
  await pool.query(`insert into kept default values`)
  console.log('open')
  setInterval(() => {}, 60_000)
} catch (error) {
  console.log(`refused: ${error instanceof Error ? error.message : error}`)
}
