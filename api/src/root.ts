import { join, resolve } from 'node:path'

/** The folder of the working copy. What is built lies flat in `api/dist`, as deep as this file: no other may ask where it is. */
const root = resolve(import.meta.dirname, '../..')
export const migrationsDir = join(root, 'api/migrations')
export const webDir = join(root, 'web/dist')
