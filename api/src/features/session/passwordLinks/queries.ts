import { INVITATION_DAYS, isEmail, normalizeUsername } from '@kontor/contract/lib/fields/identity'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { LINK_MINUTES, type passwordLinks } from '@kontor/contract/session/passwordLinks'
import { type Kysely, sql, type Transaction } from 'kysely'
import { networkOf } from '../../../lib/auth/network.ts'
import { hashPassword, requireLength } from '../../../lib/auth/password.ts'
import { newToken, tokenHash } from '../../../lib/auth/tokens.ts'
import { asUser } from '../../../lib/database/current-user.ts'
import { deleteInPortions } from '../../../lib/database/delete-in-portions.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import type { Mail } from '../../../lib/jobs/mail/mail.ts'
import { recordSignIn } from '../../users/signIns/table.ts'
import { attemptsOf } from '../attempts/queries.ts'
import { isOver, resetCounters } from '../table.ts'
import {
  changedMail,
  elsewhereMail,
  factorMail,
  invitationMail,
  linkCounters,
  linkMail,
  mailedTo,
} from './rules.ts'
import {
  activeUsers,
  EMAIL_CHANGED,
  FACTOR_CHANGED,
  INVITATION,
  invited,
  linkKey,
  PASSWORD_CHANGED,
  reachable,
} from './table.ts'

// The response time must not reveal whether an account exists: the request looks it up by indexes and enqueues one job
// in any case, with the ids that it has found. The input is not stored, because it may be a password by mistake. The first
// job enqueues a mail for each user, the second writes it; the link's secret is created there and is only in the mail.
const ASKED_FOR = 'password_links_asked'
const LINK = 'password_link'
/** Minutes for which a link is valid, and whether the former ones of the user stay valid. */
const LINK_VALIDITY = { minutes: LINK_MINUTES, keepsFormer: false }
const INVITATION_VALIDITY = { minutes: INVITATION_DAYS * 24 * 60, keepsFormer: true }
type Validity = typeof LINK_VALIDITY

interface LinkRequest {
  user_ids: number[]
  locale: Locale
}
interface Recipient {
  id: number
  name: string
  email: string | null
  partner_id: number | null
}
interface ToUser {
  user_id: number
  locale: Locale
}

/** Enqueues a request for a link. Throws 429 when there were too many. */
export async function requestLink(
  db: Kysely<Schema>,
  mail: Mail,
  { body, origin, locale }: HandlerCall<typeof passwordLinks.request>,
) {
  if (!mail.publicUrl) throw new HttpError('login.no_mail')
  const who = normalizeUsername(body.who)
  const attempts = await attemptsOf(db, linkCounters(networkOf(origin.address), who))
  await attempts.count()
  const user_ids = (await usersCalled(db, who)).map(({ id }) => id)
  await mail.send(db, ASKED_FOR, { user_ids, locale } satisfies LinkRequest)
}

/** Registers the writers of mails about passwords. */
export function writePasswordMails(db: Kysely<Schema>, mail: Mail) {
  /** A new link of a user, and where it is mailed to; undefined when a newer one was requested. */
  async function linkFor(user: Recipient, jobId: string, validity: Validity) {
    if (!user.email || !mail.publicUrl) return undefined
    const token = await newLink(db, user.id, jobId, validity)
    if (!token) return undefined
    // In the fragment, which browsers do not send: the secret appears in no log and no referrer.
    const address = new URL(user.partner_id === null ? '/password' : '/app/password', mail.publicUrl)
    address.hash = token
    return { to: { name: user.name, address: user.email }, address: address.href }
  }

  mail.define<LinkRequest>(ASKED_FOR, async ({ user_ids, locale }) => {
    for (const user_id of user_ids) await postLink(db, mail, { user_id, locale })
    return undefined
  })
  mail.define<ToUser>(LINK, async ({ user_id, locale }, id) => {
    const user = await reachable(db).where('users.id', '=', user_id).executeTakeFirst()
    const link = user && (await linkFor(user, id, LINK_VALIDITY))
    return link && { to: link.to, ...linkMail(user, link.address, locale) }
  })
  mail.define<ToUser>(INVITATION, async ({ user_id, locale }, id) => {
    const user = await invited(db).where('users.id', '=', user_id).executeTakeFirst()
    const link = user && (await linkFor(user, id, INVITATION_VALIDITY))
    return link && { to: link.to, ...invitationMail(user, link.address, locale) }
  })
  mail.define<ToUser & { at: string }>(PASSWORD_CHANGED, async ({ user_id, locale, at }) => {
    const user = await reachable(db).where('users.id', '=', user_id).executeTakeFirst()
    if (!user?.email) return undefined
    return { to: { name: user.name, address: user.email }, ...changedMail(user, new Date(at), locale) }
  })
  mail.define<ToUser & { at: string; is_added: boolean }>(
    FACTOR_CHANGED,
    async ({ user_id, locale, at, is_added }) => {
      const user = await reachable(db).where('users.id', '=', user_id).executeTakeFirst()
      if (!user?.email) return undefined
      const to = { name: user.name, address: user.email }
      return { to, ...factorMail(user, is_added, new Date(at), locale) }
    },
  )
  mail.define<ToUser & { at: string; address: string }>(
    EMAIL_CHANGED,
    async ({ user_id, locale, at, address }) => {
      const named = db.selectFrom('users').select(['name', 'username']).where('id', '=', user_id)
      const user = await named.executeTakeFirst()
      if (!user) return undefined
      return { to: { name: user.name, address }, ...elsewhereMail(user, new Date(at), locale) }
    },
  )
}

/** By username or by address: at most two users. */
const usersCalled = (db: Kysely<Schema>, who: string) =>
  reachable(db)
    .where((eb) => {
      const named = eb('users.username', '=', who)
      return isEmail(who) ? eb.or([named, eb('users.email_folded', '=', who)]) : named
    })
    .execute()

/**
 * A newer link invalidates older ones, but not those of invitations: an invited user is mailed another invitation, since
 * anybody may type the username. Beyond the limit no mail is sent.
 */
async function postLink(db: Kysely<Schema>, mail: Mail, to: ToUser) {
  try {
    await (await attemptsOf(db, mailedTo(to.user_id))).count()
  } catch (error) {
    if (error instanceof HttpError) return
    throw error
  }
  await inTransaction(db, async (tx) => {
    const { isInvited } = await locked(tx, to.user_id)
    if (!isInvited) await tx.deleteFrom('password_links').where('user_id', '=', to.user_id).execute()
    await mail.remove(tx, linkKey(to.user_id))
    await mail.send(tx, isInvited ? INVITATION : LINK, to, linkKey(to.user_id))
  })
}

/** Locks a user until the end of the transaction. */
async function locked(tx: Transaction<Schema>, id: number) {
  const user = tx.selectFrom('users').select('invited_at').where('id', '=', id).forNoKeyUpdate()
  return { isInvited: Boolean((await user.executeTakeFirst())?.invited_at) }
}

/** A new token, unless a newer link was requested in the meantime. */
const newLink = (db: Kysely<Schema>, user_id: number, jobId: string, { minutes, keepsFormer }: Validity) =>
  inTransaction(db, async (tx) => {
    await locked(tx, user_id)
    const token = newToken()
    const { rows } = await sql`
      INSERT INTO password_links (user_id, token_hash, expires_at)
      SELECT ${user_id}::int, ${tokenHash(token)}::bytea, now() + make_interval(mins => ${minutes})
      FROM pgboss.job WHERE name = 'mail' AND id = ${jobId}
      RETURNING user_id`.execute(tx)
    if (rows.length === 0) return undefined
    const former = tx.deleteFrom('password_links').where('user_id', '=', user_id)
    if (!keepsFormer) await former.where('token_hash', '!=', tokenHash(token)).execute()
    return token
  })

/** The user of a valid link. Throws 422 login.link for any invalid one. */
export async function userOfLink(db: Kysely<Schema>, token: string) {
  const user = await activeUsers(db)
    .innerJoin('password_links', 'password_links.user_id', 'users.id')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!user) throw new HttpError('login.link')
  return user
}

/** Sets a new password. Only one of simultaneous uses of a user’s links succeeds, on any nodes. */
export async function setByLink(
  db: Kysely<Schema>,
  mail: Mail,
  { body: { token, password }, origin, locale }: HandlerCall<typeof passwordLinks.use>,
  minLength: number,
) {
  requireLength(password, minLength)
  const user = await userOfLink(db, token) // before hashing, which is expensive
  const password_hash = await hashPassword(password)
  const username = await asUser(user, () =>
    inTransaction(db, async (tx) => {
      await lockActiveUser(tx, user.id) // locks the user first, as all who end links do
      const used = tx.deleteFrom('password_links').where('token_hash', '=', tokenHash(token))
      const link = await used
        .where('expires_at', '>', sql<string>`now()`)
        .returning('user_id')
        .executeTakeFirst()
      if (!link) throw new HttpError('login.link')
      const set = tx.updateTable('users').set({ password_hash }).where('id', '=', link.user_id)
      const { username } = await set.returning('username').executeTakeFirstOrThrow()
      await tx.deleteFrom('sessions').where('user_id', '=', link.user_id).execute()
      await resetCounters(tx, username)
      const data = { user_id: link.user_id, locale, at: new Date().toISOString() }
      if (mail.publicUrl) await mail.send(tx, PASSWORD_CHANGED, data)
      return username
    }),
  )
  recordSignIn(db, { user: { id: user.id, username }, outcome: 'link_used', factor: 'link', ...origin })
}

/** Locks a user. Throws when the user or the partner has been deactivated meanwhile. */
async function lockActiveUser(tx: Transaction<Schema>, id: number) {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  if (!(await activeUsers(tx).where('users.id', '=', id).executeTakeFirst()))
    throw new HttpError('login.link')
}

/** SQL: the minutes for which a link is valid: those of an invited user are invitations. */
const validMinutes = sql<number>`CASE WHEN EXISTS (SELECT FROM users WHERE id = user_id AND invited_at IS NOT NULL)
  THEN ${sql.lit(INVITATION_VALIDITY.minutes)} ELSE ${sql.lit(LINK_VALIDITY.minutes)} END`

/** Deletes expired links, and those that would last longer than their kind does, because the clock was set back. */
export const sweepLinks = (db: Kysely<Schema>) => deleteInPortions(db, 'password_links', isOver(validMinutes))
