import type { FieldErrors } from '@kontor/contract/kit/api/errors'
import type { Values } from '../form/recordForm.ts'

/** The server's own least length, which the contract cannot know; a password that was not typed is no matter. */
export function passwordProblems({ password }: Values, min: number): FieldErrors {
  const length = [...String(password ?? '')].length
  return length > 0 && length < min ? { password: ['validation.short_password'] } : {}
}
