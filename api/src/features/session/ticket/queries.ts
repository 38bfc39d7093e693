import type { FactorKind } from '@kontor/contract/lib/http/errors'
import { type Kysely, sql } from 'kysely'
import { deleteInPortions } from '../../../lib/database/delete-in-portions.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import '../../users/table.ts'
import { countCodes } from '../codes/queries.ts'
import '../factor/table.ts'
import { newToken, tokenHash } from '../../../lib/auth/tokens.ts'
import { passkeyQuestion } from '../passkeys/queries.ts'
import { CHALLENGE_MINUTES, type Site } from '../passkeys/rules.ts'
import { isOver } from '../table.ts'

interface Owner {
  id: number
  password_hash: string
}

/** Minutes for which the second step of a sign-in can be taken. */
const TICKET_MINUTES = 5
/** Wrong second steps per ticket; then the password is required again. */
export const TICKET_TRIES = 5

/** The error of a right password without second factor: the possible factors, and the ticket. */
export async function secondStep(db: Kysely<Schema>, user: Owner, site: Site | null): Promise<HttpError> {
  const ticket = newToken()
  const challenge = newToken()
  const expires_at = sql<string>`now() + make_interval(mins => ${TICKET_MINUTES})`
  await db
    .insertInto('sign_in_tickets')
    .values({
      ticket_hash: tokenHash(ticket),
      user_id: user.id,
      password_hash: user.password_hash,
      challenge,
      expires_at,
    })
    .execute()
  const passkey = site && (await passkeyQuestion(db, user.id, site, challenge))
  const totp = await db
    .selectFrom('totp_factors')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const kinds: FactorKind[] = []
  if (totp) kinds.push('totp')
  if (passkey) kinds.push('passkey')
  if ((await countCodes(db, user.id)) > 0) kinds.push('recovery_code')
  return new HttpError('login.second_factor', { ticket, kinds, ...(passkey && { passkey: { ...passkey } }) })
}

/** The user of a valid ticket. Throws login.ticket_ended for any invalid one. */
export async function findTicket(db: Kysely<Schema>, ticket: string) {
  const row = await db
    .selectFrom('sign_in_tickets')
    .innerJoin('users', 'users.id', 'sign_in_tickets.user_id')
    .select(['users.id', 'username', 'challenge', 'ticket_hash', 'users.password_hash'])
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('expires_at', '>', sql<string>`now()`)
    .where('failed_attempts', '<', TICKET_TRIES)
    .where('users.is_active', '=', true)
    .where('partner_id', 'is', null)
    .whereRef('users.password_hash', '=', 'sign_in_tickets.password_hash')
    .executeTakeFirst()
  if (!row) throw ended()
  return row
}
type Ticket = Awaited<ReturnType<typeof findTicket>>

const ended = () => new HttpError('login.ticket_ended')

/**
 * Counts an attempt with it, or throws: the count is in the database, so that simultaneous attempts cannot exceed it.
 */
export async function countTry(db: Kysely<Schema>, { ticket_hash }: Ticket) {
  const counted = await db
    .updateTable('sign_in_tickets')
    .set({ failed_attempts: sql`failed_attempts + 1` })
    .where('ticket_hash', '=', ticket_hash)
    .where('failed_attempts', '<', TICKET_TRIES)
    .returning('user_id')
    .executeTakeFirst()
  if (!counted) throw ended()
}

/** Uses it up, or throws when another request has. */
export async function useTicket(db: Kysely<Schema>, { ticket_hash }: Ticket) {
  const taken = await db
    .deleteFrom('sign_in_tickets')
    .where('ticket_hash', '=', ticket_hash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (!taken) throw ended()
}

/** Deletes unfinished sign-ins, including those from before the clock was set back. */
export async function sweepTickets(db: Kysely<Schema>) {
  await deleteInPortions(db, 'sign_in_tickets', isOver(TICKET_MINUTES))
  await deleteInPortions(db, 'passkey_challenges', isOver(CHALLENGE_MINUTES))
  const isAbandoned = sql<boolean>`confirmed_at IS NULL AND created_at < now() - interval '1 day'`
  // A DELETE without rows would still increment the change counter of users, at every sweep.
  const abandoned = await db
    .selectFrom('totp_factors')
    .select('user_id')
    .where(isAbandoned)
    .executeTakeFirst()
  if (abandoned) await deleteInPortions(db, 'totp_factors', isAbandoned)
}
