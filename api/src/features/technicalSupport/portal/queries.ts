import type { portalTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import { sql } from 'kysely'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { isMatch } from '../../../lib/tree/nodes.ts'
import { fileDownload } from '../files/queries.ts'
import { lockDownloads } from '../scope.ts'
import { type FileColumns, supportTree as tree } from '../table.ts'

/** Nodes per page. */
const PAGE = 50

/** A page of a folder's children or, with a search text, of matching nodes in its subtree. Throws 404. */
export async function listNodesFor(
  scoped: ScopedDb,
  { in: folder, search, offset = '0' }: HandlerCall<typeof portalTechnicalSupport.index>['query'],
) {
  const of = folder ?? null
  const ancestorIds = of === null ? [] : await pathTo(scoped, of)
  const under = of === null ? sql<boolean>`true` : sql<boolean>`ancestors @> ARRAY[${of}::int]`
  const wanted = scoped
    .selectFrom('technical_support')
    .where(
      search
        ? sql<boolean>`${under} AND ${isMatch(tree, search)}`
        : sql<boolean>`technical_support_id IS NOT DISTINCT FROM ${of}::int`,
    )
  const rows = await wanted
    .select(['id', 'technical_support_id as parent_id', 'name', 'description', 'is_item', 'is_file'])
    .select(
      sql<string | null>`CASE WHEN is_file THEN '/api/app/technical_support/file/' || id ELSE link END`.as(
        'link',
      ),
    )
    .select(['file_name', 'file_type', 'file_size', 'updated_at', 'ancestors'])
    .orderBy(sql`is_item, name, id`)
    .limit(PAGE)
    .offset(Number(offset))
    .execute()
  const { total } = await wanted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const names = await namesOf(scoped, [...ancestorIds, ...rows.flatMap(({ ancestors }) => ancestors)])
  const path = (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? [])
  const inside = await countInside(scoped, rows)
  return {
    path: path(ancestorIds),
    result: rows.map(({ ancestors, ...row }) => ({
      ...row,
      children: inside.get(row.id) ?? 0,
      path: path(ancestors),
    })),
    total_rows: total,
  }
}

/** The ids of a folder's ancestors and of the folder, from the root. Throws 404. */
async function pathTo(scoped: ScopedDb, id: number) {
  const folder = scoped
    .selectFrom('technical_support')
    .select(sql<number[]>`ancestors || id`.as('path'))
    .where('id', '=', id)
    .where('is_item', '=', false)
  return orNotFound(await folder.executeTakeFirst()).path
}

async function namesOf(scoped: ScopedDb, ids: readonly number[]) {
  const rows = await scoped
    .selectFrom('technical_support')
    .select(['id', 'name'])
    .where(sql<boolean>`id = ANY(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The number of visible children of each folder. */
async function countInside(scoped: ScopedDb, nodes: readonly { id: number; is_item: boolean }[]) {
  const folders = nodes.flatMap(({ id, is_item }) => (is_item ? [] : id))
  const rows = await scoped
    .selectFrom('technical_support')
    .select(sql<number>`technical_support_id`.as('id'))
    .select(({ fn }) => fn.countAll<number>().as('children'))
    .where(sql<boolean>`technical_support_id = ANY(${folders}::int[])`)
    .groupBy('technical_support_id')
    .execute()
  return new Map(rows.map(({ id, children }) => [id, children]))
}

/** A file; the download is counted when it begins. Throws 404, whether it is hidden or does not exist. */
export async function sendFileTo(scoped: ScopedDb, store: FileStore, id: number) {
  const row = await scoped
    .selectFrom('technical_support')
    .select(['file', 'file_name', 'file_type', 'file_at'])
    .where('id', '=', id)
    .where('is_file', '=', true)
    .$castTo<FileColumns>()
    .executeTakeFirst()
  const file = orNotFound(row)
  // Who only views the app as this user is no downloading partner.
  return fileDownload(store, file, scoped.user.viewer ? undefined : () => countDownload(scoped, id, file))
}

/**
 * Counts a download. Viewers and download managers request the beginning of a file repeatedly, so a partner's requests
 * for the same file within an hour are one download.
 */
const countDownload = (scoped: ScopedDb, technical_support_id: number, { file_at }: FileColumns) =>
  scoped.transaction(async (tx) => {
    await lockDownloads(tx)
    const counted = await tx
      .selectFrom('technical_support_downloads')
      .select('id')
      .where('technical_support_id', '=', technical_support_id)
      .where(sql<boolean>`created_at > greatest(now() - interval '1 hour', ${file_at}::timestamptz)
        AND created_at <= clock_timestamp()`)
      .limit(1)
      .executeTakeFirst()
    if (!counted) await tx.insertInto('technical_support_downloads', [{ technical_support_id }]).execute()
  })
