import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import type { Values } from '../recordForm.ts'

/**
 * The server's own least length, which the contract cannot know, and that both fields are filled: always of a new record,
 * else when one of them is.
 */
export function passwordProblems(
  { password, confirmPassword }: Values,
  min: number,
  isNew: boolean,
): FieldErrors {
  const length = [...String(password ?? '')].length
  return {
    ...(length > 0 && length < min && { password: ['validation.short_password'] }),
    ...(!confirmPassword && (isNew || length > 0) && { confirmPassword: ['validation.field'] }),
  }
}
