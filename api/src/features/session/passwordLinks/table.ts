import type { Locale } from '@kontor/contract/lib/text/locales'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import type { Mail } from '../../../lib/jobs/mail/mail.ts'
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

/** Mails an invited user a link to set the first password; `{ user_id, locale }`. */
export const INVITATION = 'invitation'

/** The key of the mail with a user's link. */
export const linkKey = (userId: number) => `password_link/${userId}`

/** Mails an invitation to a user without a password. A former link of the user is no longer valid. */
export async function postInvitation(
  tx: Transaction<Schema>,
  mail: Mail,
  to: { user_id: number; locale: Locale },
) {
  await tx.deleteFrom('password_links').where('user_id', '=', to.user_id).execute()
  await mail.remove(tx, linkKey(to.user_id))
  await mail.post(tx, INVITATION, to, linkKey(to.user_id))
  await tx.updateTable('users').set({ invited_at: sql<string>`now()` }).where('id', '=', to.user_id).execute()
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
    await mail.post(tx, EMAIL_CHANGED, { ...data, address: before.email })
  if (password && email !== null) await mail.post(tx, PASSWORD_CHANGED, data)
}
