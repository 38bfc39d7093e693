import { apiKeyPermissions, permissionLabels } from '@kontor/contract/permissions'
import { type ApiKey, apiKeyList, type apiKeys } from '@kontor/contract/users/keys'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignedIn } from '../../../lib/auth/guard.ts'
import { newKeyToken, tokenHash } from '../../../lib/auth/tokens.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { withHistory, withoutHistory } from '../../../lib/database/triggers.ts'
import { HttpError, invalidField } from '../../../lib/http/http-error.ts'
import type { Call } from '../../../lib/http/register-route.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { createRecord, getRow, toggleRecord, updateRecord } from '../../../lib/resources/records.ts'
import { asStored, getRole } from '../roles/queries.ts'
import '../table.ts'
import './table.ts'

const hasEnded = sql<boolean>`coalesce(ends_on < office_day(), false)`
/** Whoever made it may have gone since: that is told, for the key works on. */
const madeBy = sql<ApiKey['created_by']>`CASE WHEN maker.id IS NOT NULL
  THEN json_build_object('id', maker.id, 'name', maker.name, 'is_active', maker.is_active) END`

export const apiKeySource = listSource({
  definition: apiKeyList,
  id: sql.ref('api_keys.id'),
  columns: {
    name: column('api_keys', 'name', 'name_folded'),
    role: column('api_keys', 'role'),
    rights: {
      value: sql.ref('api_keys.rights'),
      read: (rights: string[] | null, locale) =>
        (rights ?? []).map((right) => permissionLabels[right]?.[locale] ?? right).join(', '),
    },
    prefix: column('api_keys', 'prefix'),
    created_by: column('maker', 'name', 'name_folded'),
    created_at: column('api_keys', 'created_at'),
    last_used_at: column('api_key_tokens', 'last_used_at'),
    ends_on: column('api_keys', 'ends_on'),
    is_active: column('api_keys', 'is_active'),
  },
  tables: ['api_keys', 'users'],
  rows: (db) =>
    db
      .selectFrom('api_keys')
      .leftJoin('api_key_tokens', 'api_key_tokens.key_id', 'api_keys.id')
      .leftJoin('users as maker', 'maker.id', 'api_keys.created_by')
      .select([
        'api_keys.id',
        'api_keys.name',
        'api_keys.role',
        'rights',
        'prefix',
        'ends_on',
        'last_used_at',
      ])
      .select(['api_keys.is_active', 'api_keys.version', 'api_keys.created_at', 'api_keys.updated_at'])
      .select([hasEnded.as('has_ended'), madeBy.as('created_by')]),
})

/** Adds a key with its user; the answer alone holds its token. */
export const createApiKey = (
  db: Kysely<Schema>,
  caller: SignedIn,
  { name, role, rights = null, ends_on = null }: Call<typeof apiKeys.create>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireGivable(tx, caller, { role, rights })
    if (ends_on !== null) await requireToCome(tx, ends_on)
    const { token, prefix } = newKeyToken()
    const id = await createUserOf(tx, { name, role })
    const values = { id, name, role, rights, prefix, ends_on, created_by: caller.id }
    const key = await createRecord(tx, 'api_keys', apiKeySource, values)
    await tx
      .insertInto('api_key_tokens')
      .values({ token_hash: tokenHash(token), key_id: id })
      .execute()
    return { ...key, token }
  })

/** Nobody gives a key what he may not do himself, nor what its role may not do. */
async function requireGivable(
  tx: Transaction<Schema>,
  caller: SignedIn,
  { role, rights }: Pick<ApiKey, 'role' | 'rights'>,
) {
  const ofRole = new Set((await getRole(tx, role)).rights)
  if (rights?.some((right) => !ofRole.has(right)))
    throw invalidField('rights', 'validation.right_beyond_role')
  await requireOwn(tx, caller, rights ?? apiKeyPermissions.filter((right) => ofRole.has(right)))
}

/** Refuses to touch a key that may do more than the caller. */
async function requireReached(tx: Transaction<Schema>, caller: SignedIn, id: number) {
  const { role, rights } = await getRow(tx, apiKeySource, id)
  const ofRole = new Set((await getRole(tx, role)).rights)
  await requireOwn(
    tx,
    caller,
    (rights ?? apiKeyPermissions).filter((right) => ofRole.has(right)),
  )
}

async function requireOwn(tx: Transaction<Schema>, caller: SignedIn, wanted: readonly string[]) {
  const own = (await asStored(tx, caller)).rights
  if (wanted.some((right) => !own.has(right))) throw new HttpError('error.beyond_own_rights')
}

async function requireToCome(tx: Transaction<Schema>, day: string) {
  const { rows } = await sql<{ today: string }>`SELECT office_day() AS today`.execute(tx)
  if (day < (rows[0]?.today ?? '')) throw invalidField('ends_on', 'validation.past_date')
}

/** What a key is called wherever it has done something: nobody takes it for a person. */
const actingName = (name: string) => `${name} (API)`
/** The hash of no password. */
const NO_PASSWORD = '-'

/** The user as whom a key acts. Its own entries would say what those of the key say. */
async function createUserOf(tx: Transaction<Schema>, { name, role }: Pick<ApiKey, 'name' | 'role'>) {
  await withoutHistory(tx)
  const values = { name: actingName(name), role, password_hash: NO_PASSWORD, partner_id: null, is_key: true }
  const { id } = await tx
    .insertInto('users')
    .values({ ...values, username: `KEY:${crypto.randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await withHistory(tx)
  return id
}

/** Renames a key, which is then called so wherever it has done something. */
export const updateApiKey = (
  db: Kysely<Schema>,
  caller: SignedIn,
  id: number,
  { name, version }: Call<typeof apiKeys.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireReached(tx, caller, id)
    const key = await updateRecord(tx, 'api_keys', apiKeySource, id, { name, version })
    await changeUserOf(tx, id, { name: actingName(name) })
    return key
  })

/** Ends a key for good. */
export const revokeApiKey = (db: Kysely<Schema>, caller: SignedIn, id: number) =>
  inTransaction(db, async (tx) => {
    await requireReached(tx, caller, id)
    await toggleRecord(tx, 'api_keys', id, false)
    await changeUserOf(tx, id, { is_active: false })
    return getRow(tx, apiKeySource, id)
  })

async function changeUserOf(
  tx: Transaction<Schema>,
  id: number,
  values: { name: string } | { is_active: false },
) {
  await withoutHistory(tx)
  await tx.updateTable('users').set(values).where('id', '=', id).execute()
  await withHistory(tx)
}
