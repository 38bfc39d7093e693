import { isDeepStrictEqual } from 'node:util'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { session } from '@kontor/contract/session'
import type { Kysely } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { hashPassword, requireLength } from '../../../lib/auth/password.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import type { Mail } from '../../../lib/jobs/mail/mail.ts'
import { requireUsername } from '../../users/table.ts'
import { type OwnCall, requireCurrent } from '../attempts/queries.ts'
import { endOtherSessions } from '../open/queries.ts'
import { publishChanges } from '../passwordLinks/table.ts'
import { lockOwnUser, resetCounters } from '../table.ts'

type OwnFields = HandlerCall<typeof session.updateMe>['body']

/** The user who changes his own data, the locale, and what the change needs. */
interface Change extends OwnCall {
  mail: Mail
  /** Minimum length of a password. */
  minLength: number
  locale: Locale
}

/** Changes the user's own data; another username, e-mail or password requires the current password. */
export async function updateOwnData(change: Change, { password, current_password, ...rest }: OwnFields) {
  const { db, mail, minLength, user, locale } = change
  if (password) requireLength(password, minLength)
  if (password || (await isElsewhere(db, user, rest))) await requireCurrent(change, current_password)
  const secret = password ? { password_hash: await hashPassword(password) } : {}
  return inTransaction(db, async (tx) => {
    await lockOwnUser(tx, user)
    const before = await tx
      .selectFrom('users')
      .select(['id', 'name', 'username', 'email']) // the mail goes to the address that this change replaces
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (rest.username !== undefined) await requireUsername(tx, rest.username, before)
    if (!password && isDeepStrictEqual({ ...before, ...rest }, before)) return before
    const changedUser = await tx
      .updateTable('users')
      .set({ ...rest, ...secret })
      .where('id', '=', user.id)
      .returning(['name', 'username', 'email'])
      .executeTakeFirstOrThrow()
    if (password) {
      await endOtherSessions(tx, user)
      await resetCounters(tx, changedUser.username)
    }
    await publishChanges(tx, mail, { before, email: changedUser.email, password, locale })
    return changedUser
  })
}

/** Whether username or e-mail changes: password links depend on them. */
async function isElsewhere(db: Kysely<Schema>, user: CurrentUser, { username, email }: OwnFields) {
  if (username !== undefined && username !== user.username) return true
  return email !== undefined && email !== (await ownEmail(db, user))
}

/** The user's e-mail address; null when there is none. */
export const ownEmail = async (db: Kysely<Schema>, { id }: CurrentUser) =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null
