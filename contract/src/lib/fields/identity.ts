import * as z from 'zod/mini'
import { fold } from '../text/fold.ts'
import { normalize } from '../text/normalize.ts'
import { isPrintable, readWithin, visibleLength } from './fields.ts'
import { isShortPassword } from './short-password.ts'

/** Maximum length of a password in bytes, which bounds the cost of hashing. */
const MAX_PASSWORD_BYTES = 1024

/**
 * The form in which usernames are compared and stored, so that look-alike characters and other cases are the same user.
 */
export const normalizeUsername = (text: string) => normalize(text, 'NFKC').trim().toLowerCase()

const MAX_USERNAME = 100
const isWord = (text: string) => isPrintable(text) && visibleLength(text) >= 1 && !/\s/u.test(text)

export const username = z.string().check(
  z.overwrite(readWithin(MAX_USERNAME, normalizeUsername)),
  z.refine((value) => value.length > 0, { message: 'validation.field', abort: true }),
  z.maxLength(MAX_USERNAME, { error: 'validation.long_text', abort: true }),
  z.refine((value) => isWord(value), 'validation.username'),
)

const LATIN = /^[!-~\p{Script=Latin}]+$/u
const CYRILLIC = /^[!-@[-`{-~\p{Script=Cyrillic}]+$/u

/**
 * Whether a username has only letters of one script, Latin or Cyrillic, that `fold` knows, and ASCII digits and signs.
 * Existing names may have others; new ones may not.
 */
export const isPlainUsername = (username: string) =>
  (LATIN.test(username) || CYRILLIC.test(username)) && /^[!-~]+$/.test(fold(username))

/** Cyrillic letters that look like a Latin letter other than the one they sound like. */
export const LOOK_ALIKES = { cyrillic: 'рсуўх', latin: 'pcyyx' } as const

/** The skeletons of a username, by sound and by look; usernames with an equal skeleton are confusable. */
export const usernameSkeletons = (username: string) => [
  fold(username),
  fold(
    username.replace(/[рсуўх]/g, (letter) => LOOK_ALIKES.latin[LOOK_ALIKES.cyrillic.indexOf(letter)] ?? ''),
  ),
]

/** A username for a new account. */
export const newUsername = username.check(
  z.refine((value) => isPlainUsername(value) || !isWord(value), 'validation.username_letters'),
)

/** Whether a text can be a password; others are not hashed. */
export const isPassword = (text: string) =>
  text.isWellFormed() && !text.includes('\0') && new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES

/** A new password of at least `min` characters. The server's own minimum is a setting, see `about`. */
export const password = (min: number) =>
  z.string().check(
    z.refine((value) => min === 0 || value.length > 0, { message: 'validation.field', abort: true }),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), 'validation.characters'),
    z.refine(
      (value) => new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES,
      'validation.long_password',
    ),
    z.refine((value) => value === '' || !isShortPassword(value, min), 'validation.short_password'),
  )

/** Compares a form's password with its confirmation; passes without a confirmation. */
export const passwordsMatch = z.refine<{
  password?: string | null | undefined
  confirmPassword?: string | null | undefined
}>((form) => form.confirmPassword == null || form.confirmPassword === (form.password ?? ''), {
  path: ['confirmPassword'],
  message: 'validation.password_match',
})

/** Lifetime of an invitation's link in days. */
export const INVITATION_DAYS = 7

interface FirstPassword {
  password?: string | null | undefined
  confirmPassword?: string | null | undefined
  email?: string | null | undefined
  invite?: boolean | undefined
}
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** The fields of a new account: a password, or an invitation by mail with which its user sets one. */
export const firstPassword = { password: z.optional(password(0)), invite: z.optional(z.boolean()) }
/** Their rules: exactly one of them, the same confirmation, and an address for an invitation. */
export const firstPasswordRules = [
  z.refine<FirstPassword>(
    ({ password, confirmPassword }) => !password || confirmPassword == null || confirmPassword === password,
    { path: ['confirmPassword'], message: 'validation.password_match' },
  ),
  z.refine<FirstPassword>(({ password, invite }) => invite === true || Boolean(password), {
    path: ['password'],
    message: 'validation.field',
    when: isObject,
  }),
  z.refine<FirstPassword>(({ password, invite }) => invite !== true || !password, {
    path: ['password'],
    message: 'validation.invited_password',
    when: isObject,
  }),
  z.refine<FirstPassword>(({ email, invite }) => invite !== true || Boolean(email), {
    path: ['email'],
    message: 'validation.field',
    when: isObject,
  }),
] as const

/** Maximum length that mail servers accept. */
const MAX_EMAIL = 254
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Whether a text is a single address with ordinary characters. */
export const isEmail = (text: string) => text.length <= MAX_EMAIL && EMAIL.test(text)

/** An optional e-mail address: empty text and null mean none; when omitted it is not changed. */
export const optionalEmail = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(
        z.trim(),
        z.refine((text) => text === '' || isEmail(text), 'validation.email'),
      ),
      z.transform((text) => text || null),
    ),
  ),
)
