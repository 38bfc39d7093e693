import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { newRecoveryCodes, recoveryHash } from '../factor/rules.ts'
import '../factor/table.ts'

/** Number of unused recovery codes of a user. */
export const countCodes = async (db: Kysely<Schema>, userId: number) => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Replaces a user's recovery codes with ten new ones; only their hashes are stored. */
export async function replaceCodes(tx: Transaction<Schema>, user_id: number): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  const codes = newRecoveryCodes()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: recoveryHash(code) })))
    .execute()
  return codes
}

/** Creates ten recovery codes for a user, who is locked, without any; null when there are some. */
export const addMissingCodes = async (tx: Transaction<Schema>, userId: number) =>
  (await countCodes(tx, userId)) > 0 ? null : replaceCodes(tx, userId)

/** Uses a recovery code; false when it is wrong or was used. The database decides between simultaneous uses. */
export const useRecoveryCode = async (db: Kysely<Schema>, userId: number, typed: string) =>
  (await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(typed))
    .returning('user_id')
    .executeTakeFirst()) !== undefined
