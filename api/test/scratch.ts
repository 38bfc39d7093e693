import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { templateDatabase } from './template.ts'
import { asAdmin, serverUrl } from './test-server.ts'

/**
 * A fresh database: the options for openDatabase, and a function that drops it (close it first). With `migrated` it is
 * a copy of a migrated template.
 */
export async function scratch({ migrated = false } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  const name = `kontor_test_${randomBytes(6).toString('hex')}`
  const template = migrated ? await templateDatabase() : 'template0'
  // The strategy file_copy: the other one also writes each page to the log, which takes three times as long.
  await asAdmin(`create database ${name} template ${template} encoding 'UTF8' strategy file_copy`)
  async function drop() {
    await asAdmin(`drop database ${name} with (force)`)
    removeDir()
  }
  return { dataDir, databaseUrl: serverUrl(name), log: () => {}, drop }
}
