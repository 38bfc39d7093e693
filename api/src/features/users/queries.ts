import { LEAST_ROLE, type Role } from '@kontor/contract/lib/http/about'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { userFields, userList, type users } from '@kontor/contract/users'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import { hashPassword, requireLength } from '../../lib/auth/password.ts'
import { newToken } from '../../lib/auth/tokens.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { HttpError, invalid, invalidField, orNotFound } from '../../lib/http/http-error.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import type { Mail } from '../../lib/jobs/mail/mail.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { publish } from '../../lib/realtime/events.ts'
import { columnSources, selectRecords } from '../../lib/resources/field-columns.ts'
import {
  createRecord,
  getRow,
  requireActiveImportable,
  toggleRecord,
  updateRecord,
} from '../../lib/resources/records.ts'
import '../partners/table.ts'
import { hasFactor } from '../session/factor/table.ts'
import { inviteMoved, postInvitation, publishChanges, publishFactor } from '../session/passwordLinks/table.ts'
import { resetCounters } from '../session/table.ts'
import { leastRole, requireOwnPermissionsCover } from './roles/queries.ts'
import { requireUsername } from './table.ts'

const staffRoleOf = sql<Role | null>`CASE WHEN users.partner_id IS NULL THEN users.role END`
const lastSignIn = sql<string | null>`(SELECT sign_ins.at FROM sign_ins
  WHERE sign_ins.user_id = users.id AND sign_ins.outcome = 'ok' ORDER BY sign_ins.at DESC LIMIT 1)`

export const userSource = listSource({
  definition: userList,
  id: sql.ref('users.id'),
  columns: {
    ...columnSources('users', userFields, ['name', 'username', 'email']),
    staff_role: { value: staffRoleOf },
    second_factor: { value: hasFactor(sql.ref('users.id')) },
    last_sign_in_at: { value: lastSignIn },
    invited_at: column('users', 'invited_at'),
    is_active: column('users', 'is_active'),
  },
  filters: {
    partner_id: { value: sql.ref('users.partner_id') },
    staff: { value: sql`(users.partner_id IS NULL)` },
    invited: { value: sql`(users.invited_at IS NOT NULL)` },
  },
  tables: ['users', 'partners', 'totp_factors', 'passkeys', 'sign_ins'],
  rows: (db) =>
    selectRecords(db, 'users', userFields)
      .select([staffRoleOf.as('staff_role'), lastSignIn.as('last_sign_in_at')])
      .select(hasFactor(sql.ref('users.id')).as('second_factor'))
      .select(sql.ref<string | null>('users.invited_at').as('invited_at'))
      .where(sql<boolean>`NOT users.is_key`),
})

/** The users of all partners, or of one, by name. */
export function listPartnerUsers(db: Kysely<Schema>, partnerId?: number) {
  const rows = userSource
    .rows(db)
    .where('users.partner_id', 'is not', null)
    .orderBy('users.name')
    .orderBy('users.id')
  return (partnerId === undefined ? rows : rows.where('users.partner_id', '=', partnerId)).execute()
}

/** Adds a user. An invited one gets a password that nobody knows, and a link by mail to set another. */
export async function createUser(
  { db, mail, minLength, caller, locale }: Change,
  input: HandlerCall<typeof users.create>['body'],
) {
  const { password = '', confirmPassword: _, partner_id = null, invite, ...rest } = input
  if (invite && !mail.publicUrl) throw invalidField('invite', 'users.no_mail')
  if (!invite) requireLength(password, minLength)
  const password_hash = await hashPassword(invite ? newToken() : password)
  return inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'users')
    if (partner_id !== null) await requireActiveImportable(tx, 'partners', partner_id, 'partner_id')
    const role = await roleFor(tx, caller, { role: rest.role, partner_id })
    await requireOwnPermissionsCover(tx, caller, staffRole({ role, partner_id }))
    await requireUsername(tx, rest.username)
    const user = await createRecord(tx, 'users', userSource, { ...rest, role, partner_id, password_hash })
    if (!invite) return user
    await postInvitation(tx, mail, { user_id: user.id, locale })
    return getRow(tx, userSource, user.id)
  })
}

/** The caller who changes a user, the locale, and what the change needs. */
interface Change {
  db: Kysely<Schema>
  mail: Mail
  /** Minimum length of a password. */
  minLength: number
  caller: CurrentUser
  locale: Locale
}

/**
 * Without a password it is not changed. A new password or partner ends the user's sessions. The user is informed by
 * mail.
 */
export async function updateUser(
  { db, mail, minLength, caller, locale }: Change,
  id: number,
  input: HandlerCall<typeof users.update>['body'],
) {
  const { password, confirmPassword: _, ...rest } = input
  if (password) requireLength(password, minLength)
  const secret = password ? { password_hash: await hashPassword(password) } : {}
  return inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'users')
    const before = await getLocked(tx, id)
    const partner_id = rest.partner_id === undefined ? before.partner_id : rest.partner_id
    if (partner_id !== null && partner_id !== before.partner_id) {
      await requireActiveImportable(tx, 'partners', partner_id, 'partner_id', 'validation.inactive_partner')
    }
    const role = await roleFor(tx, caller, { role: rest.role, partner_id }, before)
    await requireOwnPermissionsCover(tx, caller, [before, { role, partner_id }].flatMap(staffRole))
    if (id === caller.id) requireNotOwn(input, before)
    await requireUsername(tx, rest.username, before)
    const user = await updateRecord(tx, 'users', userSource, id, { ...rest, ...secret, role, partner_id })
    if (password || partner_id !== before.partner_id) await endSessions(tx, id)
    if (password) await resetCounters(tx, user.username)
    await publishChanges(tx, mail, { before, email: user.email, password, locale })
    const isInvited = await inviteMoved(tx, mail, before, locale)
    if (role !== before.role) await publish(tx, [{ to: { userId: id }, type: 'rights', data: {} }])
    return isInvited ? getRow(tx, userSource, id) : user
  })
}

/**
 * Throws 422 for what users do not change themselves here: their credentials, which they change in their settings with
 * the current password, and their role and partner, because they could not undo it.
 */
function requireNotOwn(
  { username, email, password, role, partner_id }: HandlerCall<typeof users.update>['body'],
  before: { username: string; email: string | null; role: Role; partner_id: number | null },
) {
  const errors: FieldErrors = {}
  const refuse = (field: string, key: string, isChanged: boolean) => {
    if (isChanged) errors[field] = [key]
  }
  refuse('username', 'validation.own_sign_in', username !== before.username)
  refuse('email', 'validation.own_sign_in', email !== undefined && email !== before.email)
  refuse('password', 'validation.own_sign_in', Boolean(password))
  refuse('role', OWN_ROLE, role !== undefined && role !== before.role)
  refuse('partner_id', OWN_ROLE, partner_id !== undefined && partner_id !== before.partner_id)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The error at one's own role or partner. */
export const OWN_ROLE = 'validation.own_role'

/** Deactivation ends the user's sessions at once. */
export const toggleUser = (
  db: Kysely<Schema>,
  caller: CurrentUser,
  id: number,
  target: boolean | undefined,
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'users')
    await requireOwnPermissionsCover(tx, caller, [await getLocked(tx, id)].flatMap(staffRole))
    const user = await toggleRecord(tx, 'users', id, target)
    if (!user.is_active) await endSessions(tx, id)
    return user
  })

/**
 * Mails an invited user a new link. Throws 422 for others and for those of an inactive partner, and 429 less than a
 * minute after the last one.
 */
export const inviteAgain = ({ db, mail, caller, locale }: Change, id: number) =>
  inTransaction(db, async (tx) => {
    if (!mail.publicUrl) throw new HttpError('users.no_mail')
    const { email, is_active, invited_at, is_recent, is_partner_inactive, ...user } = await getLocked(tx, id)
    await requireOwnPermissionsCover(tx, caller, staffRole(user))
    if (!invited_at || !email || !is_active) throw new HttpError('users.not_invited')
    if (is_partner_inactive) throw new HttpError('users.inactive_partner')
    if (is_recent) throw new HttpError('error.too_many_attempts', { params: { minutes: 1 }, retryAfter: 60 })
    await postInvitation(tx, mail, { user_id: id, locale })
    return getRow(tx, userSource, id)
  })

/**
 * Removes a lost second factor of another user, who is informed by mail. The user's own is removed in his settings, with
 * the password.
 */
export const removeFactor = ({ db, mail, caller, locale }: Change, id: number) =>
  inTransaction(db, async (tx) => {
    const user = await getLocked(tx, id)
    if (id === caller.id) throw new HttpError('factor.own')
    await requireOwnPermissionsCover(tx, caller, staffRole(user))
    if (!(await getRow(tx, userSource, id)).second_factor) throw new HttpError('factor.none')
    await tx.deleteFrom('totp_factors').where('user_id', '=', id).execute()
    await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
    await endSessions(tx, id)
    await publishFactor(tx, mail, { user_id: id, is_added: false, locale })
    return getRow(tx, userSource, id)
  })

/** Locks a user until the end of the transaction. Throws 404. */
const getLocked = async (tx: Transaction<Schema>, id: number) =>
  orNotFound(
    await tx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'role', 'partner_id', 'is_active', 'invited_at'])
      .select(
        sql<boolean>`(invited_at BETWEEN now() - interval '1 minute' AND clock_timestamp()) IS TRUE`.as(
          'is_recent',
        ),
      )
      .select(
        sql<boolean>`EXISTS (SELECT FROM partners
        WHERE partners.id = users.partner_id AND NOT partners.is_active)`.as('is_partner_inactive'),
      )
      .where('id', '=', id)
      .where('is_key', '=', false)
      .forUpdate()
      .executeTakeFirst(),
  )

/**
 * The role to store: a partner's user gets the least one, because a stored role would apply when he joins the staff.
 */
async function roleFor(
  tx: Transaction<Schema>,
  caller: CurrentUser,
  input: { role: Role | undefined; partner_id: number | null },
  before?: { role: Role; partner_id: number | null },
) {
  if (input.partner_id !== null) return LEAST_ROLE
  return input.role ?? (before?.partner_id === null ? before.role : leastRole(tx, caller))
}

/** The role of a member of the staff; partners' users have none. */
const staffRole = ({ role, partner_id }: { role: Role; partner_id: number | null }) =>
  partner_id === null ? [role] : []

const endSessions = (tx: Transaction<Schema>, userId: number) =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
