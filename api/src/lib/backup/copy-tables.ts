import pg, { type PoolClient } from 'pg'
import { StartupError } from '../database/database-errors.ts'

// Tables are copied as text: each value in the text form of its type, which is exact for numeric, timestamps and bytea
// and distinguishes a JSON null from NULL. Tables are read from the catalog, so a new table needs no change here.

/** A table with its writable columns; `order` is an SQL ORDER BY that is the same on every server. */
export type Table = { name: string; columns: { name: string; type: string }[]; order: string }

/** Rows fetched or inserted at once; fewer are inserted when rows are wide. */
const PORTION = 500
const PORTION_CHARS = 4_000_000

/**
 * The tables of the current schema by name, without those that an extension owns. Names are unquoted, types are SQL.
 */
export async function findTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Table['columns']; order: string | null }>(`
    select relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select string_agg('source.' || quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', '
          order by array_position(i.indkey::int2[], attnum))
        from pg_index i join pg_attribute on attrelid = indrelid and attnum = any (i.indkey)
        where indrelid = c.oid and indisprimary) as order
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (${owningExtension('pg_class')})
    order by relname collate "C"`)
  return rows.map(({ order, ...table }) => ({
    ...table,
    order: order ?? 'row_to_json(texts)::text collate "C"',
  }))
}

/** The rows as lines of JSON, each value a string or null by column; fetched in portions. Needs a transaction. */
export async function* readRows(
  client: PoolClient,
  { name, columns, order }: Table,
): AsyncGenerator<string[]> {
  const texts = columns.map(({ name }) => `source.${id(name)}::text`).join(', ')
  await client.query(`declare portion no scroll cursor for
    select row_to_json(texts)::text as line from ${id(name)} source, lateral (select ${texts}) texts
    order by ${order}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${PORTION} from portion`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < PORTION) break
  }
  await client.query('close portion')
}

/** Inserts lines of `readRows`, with their ids and without generated columns. */
export async function writeRows(client: PoolClient, table: Table, lines: AsyncIterable<string>) {
  let portion: string[] = []
  let chars = 0
  async function flush() {
    if (portion.length > 0) await insert(client, table, portion)
    portion = []
    chars = 0
  }
  for await (const line of lines) {
    portion.push(line)
    chars += line.length
    if (portion.length === PORTION || chars > PORTION_CHARS) await flush()
  }
  await flush()
}

/** Lines are passed on unparsed: JSON.parse would lose digits of numbers. */
function insert(client: PoolClient, { name, columns }: Table, lines: string[]) {
  const names = columns.map(({ name }) => id(name)).join(', ')
  const values = columns.map(({ name, type }) => `${id(name)}::${type}`).join(', ')
  const texts = columns.map(({ name }) => `${id(name)} text`).join(', ')
  return client.query(
    `insert into ${id(name)} (${names}) overriding system value
      select ${values} from json_to_recordset($1::json) as line (${texts})`,
    [`[${lines.join(',')}]`],
  )
}

/** Whether a row matches the SQL condition `counts`. */
export async function hasRows(client: PoolClient, { name }: Table, counts = 'true') {
  return (await client.query(`select from ${id(name)} where ${counts} limit 1`)).rowCount !== 0
}

/** Truncates the tables and those that refer to them. */
export async function emptyTables(client: PoolClient, tables: Table[]) {
  if (tables.length > 0)
    await client.query(`truncate ${tables.map(({ name }) => id(name)).join(', ')} cascade`)
}

/** Last values of the sequences in use, by name. */
export async function readSequences(client: PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Sets the sequences to these values, or to the largest number in use. Throws when one does not exist. */
export async function writeSequences(client: PoolClient, sequences: Record<string, string>) {
  const { rows } = await client.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = current_schema()',
  )
  const known = new Set(rows.map(({ name }) => name))
  for (const name of Object.keys(sequences))
    if (!known.has(name))
      throw new StartupError(
        `The backup has the sequence ${name}, which Kontor does not use: nothing was changed.`,
      )
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [id(name), value])
  const owned = await client.query<{ raise: string }>(`
    select format('select setval(%L, greatest((select last_value from %s), (select max(%I) from %s)))
        from %2$s where is_called or exists (select from %4$s)',
      depending.objid::regclass, depending.objid::regclass, attname, attrelid::regclass) as raise
    from pg_depend depending join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    join pg_class sequence on sequence.oid = depending.objid
    where sequence.relkind = 'S' and relnamespace = current_schema()::regnamespace
      and depending.classid = 'pg_class'::regclass and depending.refclassid = 'pg_class'::regclass`)
  for (const { raise } of owned.rows) await client.query(raise)
}

/** Runs `load` with deferred foreign keys, so that tables come in any order and may refer to themselves. */
export async function withoutOrder(client: PoolClient, load: () => Promise<void>) {
  const { rows } = await client.query<{ constraint: string }>(`
    select format('alter table %s alter constraint %I', conrelid::regclass, conname) as constraint
    from pg_constraint
    where contype = 'f' and conparentid = 0 and not condeferrable
      and connamespace = current_schema()::regnamespace`)
  for (const { constraint } of rows) await client.query(`${constraint} deferrable`)
  await client.query('set constraints all deferred') // also those that are deferrable anyway
  await load()
  await client.query('set constraints all immediate')
  for (const { constraint } of rows) await client.query(`${constraint} not deferrable`)
}

/** Drops every table, routine and type of the current schema, but for what extensions own and the table `spared`; and all jobs. */
export async function dropEverything(client: PoolClient, spared: string) {
  const { rows } = await client.query<{ victim: string }>(
    `select format('table %s', oid::regclass) as victim from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> $1 and not exists (${owningExtension('pg_class')})
    union all
    select format('routine %s', oid::regprocedure) from pg_proc c
      where pronamespace = current_schema()::regnamespace and not exists (${owningExtension('pg_proc')})
    union all
    select format('type %s', oid::regtype) from pg_type c
      where typnamespace = current_schema()::regnamespace and typtype in ('d', 'e') and not exists (${owningExtension('pg_type')})`,
    [spared],
  )
  for (const { victim } of rows) await client.query(`drop ${victim} cascade`)
  await client.query('drop schema if exists pgboss cascade') // the next start makes it anew
}

/** Finds the extension that owns the row `c` of a catalog. */
function owningExtension(catalog: string) {
  return `select from pg_depend where classid = '${catalog}'::regclass and objid = c.oid and deptype = 'e'`
}

const id = pg.escapeIdentifier
