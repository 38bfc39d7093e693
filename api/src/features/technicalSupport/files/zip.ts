import { extname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { streamArchive } from '../../../lib/backup/archive.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { Download } from '../../../lib/http/download.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { harmless } from '../../../lib/storage/file-names.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { isAlive } from '../../../lib/tree/tree.ts'
import { supportTree as tree } from '../table.ts'

/** The content of a folder as a streamed zip with subfolders. Throws 404. */
export async function zipFolder(db: Kysely<Schema>, store: FileStore, id: number) {
  const folder = await db
    .selectFrom('technical_support')
    .select('name')
    .where('id', '=', id)
    .where('is_item', '=', false)
    .where(isAlive(tree))
    .executeTakeFirst()
  const { name } = orNotFound(folder)
  const entries = entriesOf(id, await inside(db, id))
  const zip = streamArchive(async (add, addFolder) => {
    for (const { path, link, file } of entries) {
      if (file) await add(path, await store.content(file).read(), { compress: false })
      else if (link) await add(path, textOf(link))
      else addFolder(path)
    }
  })
  return new Download(zip, 'application/zip', { fileName: `${name}.zip` })
}

/** The subtree of a folder: each folder before its children. */
const inside = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('technical_support')
    .select(['id', 'technical_support_id', 'name', 'is_item', 'link', 'file', 'file_name'])
    .where(sql<boolean>`ancestors @> ARRAY[${id}::int]`)
    .where(isAlive(tree))
    .orderBy(sql`cardinality(ancestors)`)
    .orderBy(sql`is_item, name, id`)
    .execute()

type Inside = Awaited<ReturnType<typeof inside>>[number]

/** Nodes by their paths in a zip; paths are unique also without case, because some file systems ignore case. */
function entriesOf(top: number, nodes: Inside[]) {
  const folders = new Map([[top, '']])
  const taken = new Set<string>()
  return nodes.map((node) => {
    const { base, extension } = nameOf(node)
    const folderPath = folders.get(node.technical_support_id ?? top) ?? ''
    let path = `${folderPath}${base}${extension}`
    for (let count = 2; taken.has(path.toLowerCase()); count++)
      path = `${folderPath}${base} (${count})${extension}`
    taken.add(path.toLowerCase())
    if (!node.is_item) folders.set(node.id, `${path}/`)
    return { ...node, path: node.is_item ? path : `${path}/` }
  })
}

/** A node's name with the extension of its file. */
function nameOf({ name, is_item, link, file_name }: Inside) {
  if (!is_item) return { base: harmless(name), extension: '' }
  const extension = link ? '.url' : extname(file_name ?? '').toLowerCase()
  const isEnding = extension && name.toLowerCase().endsWith(extension)
  return { base: harmless(isEnding ? name.slice(0, -extension.length) : name), extension }
}

/** A link as an Internet shortcut file. */
async function* textOf(link: string) {
  yield `[InternetShortcut]\r\nURL=${new URL(link).href}\r\n`
}
