import * as z from 'zod/mini'
import { isPrintable, visibleLength } from './fields.ts'
import { normalize } from './normalize.ts'

/** Longest password in bytes: hashing cost must not grow with what a stranger sends. */
export const MAX_PASSWORD_BYTES = 1024

/** Usernames are compared and stored in this form, so that look-alikes and other cases are the same user. */
export const normalizeUsername = (text: string) => normalize(text, 'NFKC').trim().toLowerCase()

export const username = z.string().check(
  z.overwrite(normalizeUsername),
  z.refine((value) => value.length > 0, { message: 'validation.field', abort: true }),
  z.maxLength(100, { error: 'validation.long_text', abort: true }),
  z.refine(
    (value) => isPrintable(value) && visibleLength(value) >= 1 && !/\s/u.test(value),
    'validation.username',
  ),
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
