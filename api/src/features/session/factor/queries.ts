import type { Locale } from '@kontor/contract/lib/text/locales'
import type { secondFactor } from '@kontor/contract/session/factor'
import { type Kysely, sql, type Transaction } from 'kysely'
import { renderSVG } from 'uqr'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, invalidField, orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import type { Mail } from '../../../lib/jobs/mail/mail.ts'
import { writeHistory } from '../../../lib/resources/write-history.ts'
import '../../users/settings/table.ts'
import { recordSignIn } from '../../users/signIns/table.ts'
import '../../users/table.ts'
import { attemptsOf, type OwnCall, requireCurrent } from '../attempts/queries.ts'
import { ownPasswordCounter } from '../attempts/rules.ts'
import { addMissingCodes, countCodes, replaceCodes, useRecoveryCode } from '../codes/queries.ts'
import { endOtherSessions } from '../open/queries.ts'
import { publishFactor } from '../passwordLinks/table.ts'
import { lockOwnUser } from '../table.ts'
import { matchingStep, newSecret, SETUP_MINUTES, totpShown } from './rules.ts'
import { hasFactor } from './table.ts'

/** The user who changes his second factors; he is informed by mail. */
export interface FactorChange extends OwnCall {
  mail: Mail
  locale: Locale
}

/** The second factors of a user. */
export async function getFactors(db: Kysely<Schema>, { id, role }: CurrentUser, offersPasskeys: boolean) {
  const settings = await db.selectFrom('settings').select('second_factor_roles').executeTakeFirstOrThrow()
  const totp = await db
    .selectFrom('totp_factors')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    is_required: settings.second_factor_roles.includes(role),
    offers_passkeys: offersPasskeys,
    totp: totp ?? null,
    passkeys,
    recovery_codes: await countCodes(db, id),
  }
}

/** Starts the set-up of an authenticator app. It replaces an unfinished one; an app in use has to be removed first. */
export async function startTotp(
  call: OwnCall,
  { current_password }: HandlerCall<typeof secondFactor.startTotp>['body'],
) {
  await requireCurrent(call, current_password)
  const {
    db,
    user: { id, username },
  } = call
  const secret = newSecret()
  const begun = await db
    .insertInto('totp_factors')
    .values({ user_id: id, secret, confirmed_at: null, last_used_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: sql`now()` })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw new HttpError('factor.exists')
  const shown = totpShown(secret, username)
  return { ...shown, qr: renderSVG(shown.uri, { border: 2 }) }
}

/**
 * The first factor ends the user's other sessions, which were opened without it. Simultaneous calls wait for each other
 * here. Throws 401 when the calling session was ended meanwhile.
 */
export async function endLesserSessions(tx: Transaction<Schema>, user: CurrentUser) {
  await lockOwnUser(tx, user)
  if (!(await ownsFactor(tx, user))) await endOtherSessions(tx, user)
}

async function ownsFactor(tx: Transaction<Schema>, { id }: CurrentUser) {
  const { is_there } = await tx
    .selectNoFrom(hasFactor(sql`${id}::integer`).as('is_there'))
    .executeTakeFirstOrThrow()
  return is_there
}

/** Finishes the set-up. Its code is used up, as at a sign-in. */
export async function confirmTotp({ db, mail, user, locale }: FactorChange, typed: string) {
  const { id } = user
  const begun = await db
    .selectFrom('totp_factors')
    .select(['secret', sql<number>`extract(epoch FROM clock_timestamp())::float8`.as('seconds')])
    .where('user_id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${SETUP_MINUTES})`)
    .executeTakeFirst()
  if (!begun) throw new HttpError('factor.not_begun')
  const step = matchingStep(begun.secret, typed, begun.seconds, 0)
  if (step === null) throw invalidField('code', 'validation.code')
  return inTransaction(db, async (tx) => {
    await endLesserSessions(tx, user)
    const confirmed = await tx
      .updateTable('totp_factors')
      .set({ confirmed_at: sql`now()`, created_at: sql`now()`, last_step: String(step) })
      .where('user_id', '=', id)
      .where('confirmed_at', 'is', null)
      .where('secret', '=', begun.secret)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw new HttpError('factor.not_begun')
    await publishFactor(tx, mail, { user_id: id, is_added: true, locale })
    return { recovery_codes: await addMissingCodes(tx, id) }
  })
}

/**
 * Uses an app's code; false when it is wrong, early, late or not above the last accepted step. The database decides
 * between simultaneous uses.
 */
export async function verifyTotp(db: Kysely<Schema>, userId: number, typed: string) {
  const factor = await db
    .selectFrom('totp_factors')
    .select(['secret', 'last_step', sql<number>`extract(epoch FROM clock_timestamp())::float8`.as('seconds')])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return false
  const step = matchingStep(factor.secret, typed, factor.seconds, Number(factor.last_step))
  if (step === null) return false
  const taken = await db
    .updateTable('totp_factors')
    .set({ last_step: String(step), last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('secret', '=', factor.secret)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Throws without the current password or a valid code; counts and logs the failure. */
async function requireProof(
  call: OwnCall,
  { current_password, code }: HandlerCall<typeof secondFactor.removeTotp>['body'],
) {
  if (!code) return requireCurrent(call, current_password)
  const { db, user, origin } = call
  const { id } = user
  const attempts = await attemptsOf(db, ownPasswordCounter(id))
  await attempts.count()
  const isGood = (await verifyTotp(db, id, code)) || (await useRecoveryCode(db, id, code))
  if (!isGood) {
    recordSignIn(db, { user, outcome: 'factor_wrong', factor: 'code', ...origin })
    throw invalidField('code', 'validation.code')
  }
  await attempts.uncount()
}

/** Removes a factor of the user with `remove`, which resolves to its row; throws 404 when there is none. */
export async function removeFactor(
  change: FactorChange,
  proof: HandlerCall<typeof secondFactor.removeTotp>['body'],
  remove: (tx: Transaction<Schema>, userId: number) => Promise<object | undefined>,
) {
  await requireProof(change, proof)
  const { db, mail, user, locale } = change
  await inTransaction(db, async (tx) => {
    await lockOwnUser(tx, user)
    orNotFound(await remove(tx, user.id))
    await publishFactor(tx, mail, { user_id: user.id, is_added: false, locale })
  })
}

export const removeTotp = (
  change: FactorChange,
  proof: HandlerCall<typeof secondFactor.removeTotp>['body'],
) =>
  removeFactor(change, proof, (tx, userId) =>
    tx
      .deleteFrom('totp_factors')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst(),
  )

/** New recovery codes for users who have a second factor. */
export async function renewCodes(call: OwnCall, proof: HandlerCall<typeof secondFactor.renewCodes>['body']) {
  await requireProof(call, proof)
  const { db, user } = call
  return inTransaction(db, async (tx) => {
    await lockOwnUser(tx, user)
    if (!(await ownsFactor(tx, user))) throw new HttpError('factor.none')
    await writeHistory(tx, 'users', user, { recovery_codes: [null, null] })
    return { recovery_codes: await replaceCodes(tx, user.id) }
  })
}
