import * as z from 'zod/mini'
import { fold } from '../text/fold.ts'
import { normalize } from '../text/normalize.ts'
import { isPrintable, readWithin, visibleLength } from './fields.ts'

/** Longest password in bytes: hashing cost must not grow with what a stranger sends. */
const MAX_PASSWORD_BYTES = 1024

/** Usernames are compared and stored in this form, so that look-alikes and other cases are the same user. */
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
 * Whether nothing in a username hides: letters of one script, Latin or Cyrillic, that the fold knows, and digits and
 * signs of ASCII. Old names may have others; new ones may not.
 */
export const isPlainUsername = (username: string) =>
  (LATIN.test(username) || CYRILLIC.test(username)) && /^[!-~]+$/.test(fold(username))

/** Cyrillic letters that look like a Latin one, where that is not the one they sound like. */
export const LOOK_ALIKES = { cyrillic: 'рсуўх', latin: 'pcyyx' } as const

/** What a username can be taken for: what it sounds like, and what it looks like. */
export const usernameSkeletons = (username: string) => [
  fold(username),
  fold(
    username.replace(/[рсуўх]/g, (letter) => LOOK_ALIKES.latin[LOOK_ALIKES.cyrillic.indexOf(letter)] ?? ''),
  ),
]

/** A username that is given anew. */
export const newUsername = username.check(
  z.refine((value) => isPlainUsername(value) || !isWord(value), 'validation.username_letters'),
)

/** Whether a text can be a password at all; one that cannot is not worth hashing. */
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
    z.refine((value) => value === '' || [...value].length >= min, 'validation.short_password'),
  )

/** A form's password and its confirmation are the same; without a confirmation nothing is compared. */
export const passwordsMatch = z.refine<{
  password?: string | null | undefined
  confirmPassword?: string | null | undefined
}>((given) => given.confirmPassword == null || given.confirmPassword === (given.password ?? ''), {
  path: ['confirmPassword'],
  message: 'validation.password_match',
})
