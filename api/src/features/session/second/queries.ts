import type { ErrorCode } from '@kontor/contract/lib/http/errors'
import type { secondFactor } from '@kontor/contract/session/factor'
import { type Kysely, sql } from 'kysely'
import { networkOf } from '../../../lib/auth/network.ts'
import { tokenHash } from '../../../lib/auth/tokens.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { recordSignIn } from '../../users/signIns/table.ts'
import { attemptsOf } from '../attempts/queries.ts'
import { secondCountersOf } from '../attempts/rules.ts'
import { useRecoveryCode } from '../codes/queries.ts'
import { verifyTotp } from '../factor/queries.ts'
import { verifyPasskey } from '../passkeys/queries.ts'
import type { Site } from '../passkeys/rules.ts'
import { openSession } from '../queries.ts'
import '../table.ts'
import { countTry, findTicket, useTicket } from '../ticket/queries.ts'

type SecondStep = HandlerCall<typeof secondFactor.signIn>['body'] &
  HandlerCall<typeof secondFactor.signIn>['origin']
type Ticket = Awaited<ReturnType<typeof findTicket>>

/**
 * The second step of a sign-in. A wrong factor is counted like a wrong password, and by the ticket, which stays valid;
 * a right one uses up factor and ticket in the transaction that opens the session.
 */
export async function signInSecond(db: Kysely<Schema>, step: SecondStep, site: Site | null, hours: number) {
  const { address, userAgent } = step
  const factor = step.passkey ? 'passkey' : step.code === undefined ? 'recovery_code' : 'code'
  let ticket: Ticket | undefined
  const note = (outcome: 'ok' | 'locked' | 'factor_wrong') =>
    recordSignIn(db, { user: ticket, outcome, factor, address, userAgent })
  try {
    ticket = await findTicket(db, step.ticket)
    const session = await proveSecond(db, ticket, step, site, hours)
    note('ok')
    return session
  } catch (error) {
    if (error instanceof HttpError) note(error.status === 429 ? 'locked' : 'factor_wrong')
    throw error
  }
}

async function proveSecond(
  db: Kysely<Schema>,
  ticket: Ticket,
  step: SecondStep,
  site: Site | null,
  hours: number,
) {
  const network = networkOf(step.address)
  const counters = secondCountersOf(await signInCaller(db, ticket, step, network))
  await (await attemptsOf(db, counters)).count()
  await countTry(db, ticket)
  const { take, wrong } = await factorOf(db, ticket, step, site)
  const session = await inTransaction(db, async (tx) => {
    await useTicket(tx, ticket)
    if (!(await take(tx))) throw new HttpError(wrong)
    const opened = await openSession(tx, ticket, step, hours, counters)
    if (!opened) throw new HttpError('login.ticket_ended')
    return opened
  })
  return { ...session, partner_id: null }
}

interface Factor {
  /** Uses the factor up; false when it is wrong. */
  take: (tx: Kysely<Schema>) => Promise<boolean>
  /** The error code when it is wrong. */
  wrong: ErrorCode
}

/** Reads the factor of the input. A passkey's signature is verified here, because that needs no transaction. */
async function factorOf(
  db: Kysely<Schema>,
  { id, challenge }: Ticket,
  { code, recovery_code, passkey }: SecondStep,
  site: Site | null,
): Promise<Factor> {
  if (passkey) {
    const note = site && (await verifyPasskey(db, id, site, { challenge, answer: passkey }))
    return { take: note ?? (() => Promise.resolve(false)), wrong: 'login.passkey_wrong' }
  }
  if (code !== undefined) return { take: (tx) => verifyTotp(tx, id, code), wrong: 'login.code_wrong' }
  return { take: (tx) => useRecoveryCode(tx, id, recovery_code ?? ''), wrong: 'login.recovery_wrong' }
}

/** The caller for the counters, as in the first step. */
async function signInCaller(db: Kysely<Schema>, { id, username }: Ticket, step: SecondStep, network: string) {
  const device = step.device ? tokenHash(step.device) : undefined
  const known = await db
    .selectFrom('known_devices')
    .select([
      sql<boolean>`coalesce(bool_or(token_hash = ${device ?? null}::bytea), false)`.as('device'),
      sql<boolean>`coalesce(bool_or(network = ${network}), false)`.as('network'),
    ])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return { username, network, ...(known.device && { device }), knowsNetwork: known.network }
}
