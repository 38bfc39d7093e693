import type { Locale } from '@kontor/contract/lib/text/locales'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import type { Mail } from '../../../lib/jobs/mail/mail.ts'
import '../../partners/table.ts'
import '../../users/table.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    password_links: { user_id: number; token_hash: Buffer; expires_at: string }
  }
}

/** Mails a user that the password was changed; `{ user_id, locale, at }`, the time as ISO text. */
export const PASSWORD_CHANGED = 'password_changed'
/** Mails the former address of a user that it was replaced; `{ user_id, address, locale, at }`. */
export const EMAIL_CHANGED = 'email_changed'

/** Mails a user that a second factor was added or removed; `{ user_id, is_added, locale, at }`. */
export const FACTOR_CHANGED = 'factor_changed'

/** Mails an invited user a link to set the first password; `{ user_id, locale }`. */
export const INVITATION = 'invitation'

/** The key of the mail with a user's link. */
export const linkKey = (userId: number) => `password_link/${userId}`

/** Users who may sign in. */
export const activeUsers = (db: Kysely<Schema>) =>
  db
    .selectFrom('users')
    .leftJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'users.name', 'users.username', 'users.email', 'users.partner_id'])
    .where('users.is_active', '=', true)
    .where('users.is_key', '=', false)
    .where(sql<boolean>`partners.is_active IS NOT FALSE`)

/** Users who may sign in and have an address. */
export const reachable = (db: Kysely<Schema>) => activeUsers(db).where('users.email', 'is not', null)

/** Invited users without a password whom an invitation reaches. */
export const invited = (db: Kysely<Schema>) => reachable(db).where('users.invited_at', 'is not', null)

/** Mails an invitation to a user without a password. Former links of the user are no longer valid. */
export async function postInvitation(
  tx: Transaction<Schema>,
  mail: Mail,
  to: { user_id: number; locale: Locale },
) {
  await tx.deleteFrom('password_links').where('user_id', '=', to.user_id).execute()
  await mail.remove(tx, linkKey(to.user_id))
  await mail.send(tx, INVITATION, to, linkKey(to.user_id))
  await tx.updateTable('users').set({ invited_at: sql<string>`now()` }).where('id', '=', to.user_id).execute()
}

/**
 * Mails an invited user a new link when a change of address or partner has ended the former one. `before` is the user
 * before that change. Returns whether it did.
 */
export async function inviteMoved(
  tx: Transaction<Schema>,
  mail: Mail,
  before: { id: number; email: string | null; partner_id: number | null },
  locale: Locale,
) {
  if (!mail.publicUrl) return false
  const user = await invited(tx).where('users.id', '=', before.id).executeTakeFirst()
  if (!user || (user.email === before.email && user.partner_id === before.partner_id)) return false
  await postInvitation(tx, mail, { user_id: before.id, locale })
  return true
}

interface Changes {
  /** The user before the change. */
  before: { id: number; email: string | null }
  /** The new address. */
  email: string | null
  /** Set when the password is changed. */
  password: unknown
  locale: Locale
}

/** Mails the user that address or password were changed, in case somebody else did it. */
export async function publishChanges(
  tx: Transaction<Schema>,
  mail: Mail,
  { before, email, password, locale }: Changes,
) {
  if (!mail.publicUrl) return
  const data = { user_id: before.id, locale, at: new Date().toISOString() }
  if (before.email !== null && before.email.toLowerCase() !== email?.toLowerCase())
    await mail.send(tx, EMAIL_CHANGED, { ...data, address: before.email })
  if (password && email !== null) await mail.send(tx, PASSWORD_CHANGED, data)
}

/** Mails the user that a second factor was added or removed, in case somebody else did it. */
export async function publishFactor(
  tx: Transaction<Schema>,
  mail: Mail,
  change: { user_id: number; is_added: boolean; locale: Locale },
) {
  if (mail.publicUrl) await mail.send(tx, FACTOR_CHANGED, { ...change, at: new Date().toISOString() })
}
