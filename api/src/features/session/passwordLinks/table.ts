import type { Locale } from '@kontor/contract/lib/text/locales'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import type { Mail } from '../../../lib/jobs/mail/mail.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    password_links: { user_id: number; token_hash: Buffer; expires_at: string }
  }
}

/** Tells the user by mail that the password is another one now; `{ user_id, locale, at }`, the moment as ISO text. */
export const PASSWORD_CHANGED = 'password_changed'
/** Tells the address that was the user's that it no longer is; `{ user_id, address, locale, at }`. */
export const EMAIL_CHANGED = 'email_changed'

interface Changes {
  /** The user as it was. */
  before: { id: number; email: string | null }
  /** Where the user is written to from now on. */
  email: string | null
  /** Whether there is a new one. */
  password: unknown
  locale: Locale
}

/** Mails the user that the address or the password has changed, in case somebody else did it. */
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
