import { apiKeyPermissions, permissionLabels } from '@kontor/contract/permissions'
import { type ApiKey, apiKeyList, type apiKeys } from '@kontor/contract/users/keys'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { newKeyToken, tokenHash } from '../../../lib/auth/tokens.ts'
import { officeToday } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { withHistory, withoutHistory } from '../../../lib/database/triggers.ts'
import { HttpError, invalidField } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { createRecord, getRow, toggleRecord, updateRecord } from '../../../lib/resources/records.ts'
import { asStored, getRole } from '../roles/queries.ts'
import '../table.ts'
import './table.ts'

const hasEnded = sql<boolean>`coalesce(ends_on < office_day(), false)`
/** The user who created it, also when he is inactive, because the key still works. */
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
      format: (rights: string[] | null, locale) =>
        (rights ?? []).map((permission) => permissionLabels[permission]?.[locale] ?? permission).join(', '),
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

/** The list for one request: no change counter covers the time of the last use, so totals are not cached. */
export const listedApiKeys = () => listSource(apiKeySource)

/** Adds a key with its user; only this response has its token. */
export const createApiKey = (
  db: Kysely<Schema>,
  caller: CurrentUser,
  { name, role, rights = null, ends_on = null }: HandlerCall<typeof apiKeys.create>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireGivable(tx, caller, { role, rights })
    if (ends_on !== null) await requireFutureDay(tx, ends_on)
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

/** Throws for permissions that the caller or the key's role does not have. */
async function requireGivable(
  tx: Transaction<Schema>,
  caller: CurrentUser,
  { role, rights }: Pick<ApiKey, 'role' | 'rights'>,
) {
  const ofRole = new Set((await getRole(tx, role)).rights)
  if (rights?.some((permission) => !ofRole.has(permission)))
    throw invalidField('rights', 'validation.right_beyond_role')
  await requireOwn(tx, caller, rights ?? apiKeyPermissions.filter((permission) => ofRole.has(permission)))
}

/** Throws for a key with more permissions than the caller. */
async function requireReached(tx: Transaction<Schema>, caller: CurrentUser, id: number) {
  const { role, rights } = await getRow(tx, apiKeySource, id)
  const ofRole = new Set((await getRole(tx, role)).rights)
  await requireOwn(
    tx,
    caller,
    (rights ?? apiKeyPermissions).filter((permission) => ofRole.has(permission)),
  )
}

async function requireOwn(tx: Transaction<Schema>, caller: CurrentUser, wanted: readonly string[]) {
  const callerPermissions = (await asStored(tx, caller)).permissions
  if (wanted.some((permission) => !callerPermissions.has(permission)))
    throw new HttpError('error.beyond_own_rights')
}

async function requireFutureDay(tx: Transaction<Schema>, day: string) {
  if (day < (await officeToday(tx))) throw invalidField('ends_on', 'validation.past_date')
}

/** The name of the key's user in the history and elsewhere. */
const actingName = (name: string) => `${name} (API)`
/** A hash that matches no password. */
const NO_PASSWORD = '-'

/** Creates the user as whom a key acts, without history: the key's own entry is sufficient. */
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

/** Renames a key and its user. */
export const updateApiKey = (
  db: Kysely<Schema>,
  caller: CurrentUser,
  id: number,
  { name, version }: HandlerCall<typeof apiKeys.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireReached(tx, caller, id)
    const key = await updateRecord(tx, 'api_keys', apiKeySource, id, { name, version })
    await changeUserOf(tx, id, { name: actingName(name) })
    return key
  })

/** Revokes a key permanently. */
export const revokeApiKey = (db: Kysely<Schema>, caller: CurrentUser, id: number) =>
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
