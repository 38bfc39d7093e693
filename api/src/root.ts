import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the working copy. What is built lies flat in `api/dist`, as deep as this file: no other may ask where it is. */
const root = resolve(import.meta.dirname, '../..')
export const migrationsDir = join(root, 'api/migrations')
export const webDir = join(root, 'web/dist')
const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Of the release, `1.0.0`. */
export const { version } = manifest
