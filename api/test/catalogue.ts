import type { Pool } from 'pg'

const ours = (catalogue: string, row: string, namespace: string) => `
  ${row}.${namespace} = current_schema()::regnamespace and not exists (select from pg_depend
    where classid = '${catalogue}'::regclass and objid = ${row}.oid and deptype = 'e')`
const relations = ours('pg_class', 'c', 'relnamespace')

/** By kind, in SQL: what there is of it as `name` and `is`. */
const kinds: Record<string, string> = {
  extension: `select extname as name, nspname as is from pg_extension join pg_namespace on pg_namespace.oid = extnamespace`,
  collation: `select collname as name, concat_ws(' ', collprovider, collisdeterministic, collencoding) as is
    from pg_collation c where ${ours('pg_collation', 'c', 'collnamespace')}`,
  relation: `select relname as name, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity,
      relreplident, reloptions, reltablespace, (select amname from pg_am where pg_am.oid = relam),
      obj_description(c.oid, 'pg_class'), relacl) as is
    from pg_class c where ${relations}`,
  column: `select relname || '.' || attname as name, concat_ws(' ',
      row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
      (select 'collate ' || collname from pg_collation where pg_collation.oid = attcollation),
      case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid),
      'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''), attstorage, attcompression,
      col_description(attrelid, attnum), attacl,
      (select string_agg(option, ' ') from unnest(attoptions) as option where option like 'n\\_distinct%')) as is
    from pg_attribute join pg_class c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind not in ('i', 'S', 't') and ${relations}`,
  constraint: `select coalesce(relname, '') || '.' || conname as name, concat_ws(' ', contype, convalidated,
      pg_get_constraintdef(o.oid), obj_description(o.oid, 'pg_constraint')) as is
    from pg_constraint o left join pg_class c on c.oid = conrelid
    where ${ours('pg_constraint', 'o', 'connamespace')}`,
  index: `select relname as name, concat_ws(' ', pg_get_indexdef(c.oid), indisvalid, indisclustered) as is
    from pg_class c join pg_index on indexrelid = c.oid where ${relations}`,
  trigger: `select relname || '.' || tgname as name, concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid),
      obj_description(t.oid, 'pg_trigger')) as is
    from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and ${relations}`,
  routine: `select p.oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(p.oid), proacl,
      obj_description(p.oid, 'pg_proc')) as is
    from pg_proc p where prokind in ('f', 'p') and ${ours('pg_proc', 'p', 'pronamespace')}`,
  aggregate: `select p.oid::regprocedure::text as name, prokind::text as is
    from pg_proc p where prokind not in ('f', 'p') and ${ours('pg_proc', 'p', 'pronamespace')}`,
  type: `select typname as name, concat_ws(' ', typtype, typnotnull, format_type(typbasetype, typtypmod), typdefault,
      (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as is
    from pg_type t where ${ours('pg_type', 't', 'typnamespace')}`,
  sequence: `select sequencename as name, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by,
      cycle, cache_size, last_value, (select string_agg(pg_describe_object(refclassid, refobjid, refobjsubid), ' ')
        from pg_depend where objid = to_regclass(quote_ident(sequencename)) and deptype in ('a', 'i'))) as is
    from pg_sequences where schemaname = current_schema()`,
  view: `select viewname as name, definition as is from pg_views where schemaname = current_schema()
    union all select matviewname, definition from pg_matviews where schemaname = current_schema()`,
  rule: `select tablename || '.' || rulename as name, definition as is from pg_rules where schemaname = current_schema()`,
  policy: `select tablename || '.' || policyname as name, row_to_json(pg_policies)::text as is from pg_policies`,
  statistics: `select stxname as name, pg_get_statisticsobjdef(oid) as is from pg_statistic_ext`,
  'event trigger': `select evtname as name, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled, evttags) as is
    from pg_event_trigger`,
  schema: `select nspname as name, coalesce(nspacl::text, '') as is from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  'default right': `select defaclobjtype::text as name, defaclacl::text as is from pg_default_acl`,
}

/** Everything that a database is made of but for `schema_migrations`, and its rows: a definition by kind and name. */
export async function readCatalogue(pool: Pool): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [kind, sql] of Object.entries(kinds)) {
    const { rows } = await pool.query<{ name: string; is: string }>(sql)
    for (const row of rows) found.set(`${kind} ${row.name}`, row.is)
  }
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class c where relkind in ('r', 'p') and ${relations}
      and relname <> 'schema_migrations'`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    )
    for (const { row } of rows) found.set(`row ${name} ${JSON.stringify(withoutChance(name, row))}`, '')
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** When a row was made, and how many statements have touched a table on the way, is chance. */
function withoutChance(table: string, row: Record<string, unknown>) {
  const { created_at, updated_at, changes, ...rest } = row
  return table === 'change_counters' ? rest : { ...rest, changes }
}
