import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/kit/db.ts'

/** Which engine the tests run on, and for PostgreSQL an address that may create databases. */
export const engine = process.env.KONTOR_TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded'
const adminUrl = process.env.KONTOR_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A place for one fresh database: the options for openDatabase, and how to be rid of it (close it first). */
export async function scratch() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'embedded') {
    cpSync(join(await emptyDatabase(), 'db'), join(dataDir, 'db'), { recursive: true })
    return { dataDir, databaseUrl: undefined, log: () => {}, drop: async () => removeDir() }
  }
  const name = `kontor_test_${randomBytes(6).toString('hex')}`
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await asAdmin(`create database ${name} template template0 encoding 'UTF8'`)
  async function drop() {
    await asAdmin(`drop database ${name} with (force)`)
    removeDir()
  }
  return { dataDir, databaseUrl: url.href, log: () => {}, drop }
}

/** Runs one statement outside every scratch database. */
export async function asAdmin(sql: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** The first start of the embedded engine takes seconds, so it happens once per installed engine and is copied. */
async function emptyDatabase() {
  const installed = statSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')).mtimeMs
  const template = join(tmpdir(), `kontor-test-template-${Math.trunc(installed)}`)
  if (existsSync(template)) return template
  const own = mkdtempSync(`${template}-`)
  const database = await openDatabase({ dataDir: own, log: () => {} })
  await database.close()
  try {
    renameSync(own, template)
  } catch {
    rmSync(own, { recursive: true }) // another test file was first
  }
  return template
}
