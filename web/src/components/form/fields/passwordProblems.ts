import { isShortPassword } from '@kontor/contract/lib/fields/short-password'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import type { Values } from '../recordForm.ts'

/**
 * Checks the server's minimum length, which the contract does not contain, and that both fields are
 * filled: for a new record always, unless its user is invited, else when one of them is.
 */
export function passwordProblems(
  { password, confirmPassword, invite }: Values,
  min: number,
  isNew: boolean,
): FieldErrors {
  if (isNew && invite === true) return {}
  const typed = String(password ?? '')
  return {
    ...(typed && isShortPassword(typed, min) && { password: ['validation.short_password'] }),
    ...(!confirmPassword && (isNew || typed) && { confirmPassword: ['validation.field'] }),
  }
}
