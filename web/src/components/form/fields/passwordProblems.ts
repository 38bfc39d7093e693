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
  const length = [...String(password ?? '')].length
  return {
    ...(length > 0 && length < min && { password: ['validation.short_password'] }),
    ...(!confirmPassword && (isNew || length > 0) && { confirmPassword: ['validation.field'] }),
  }
}
