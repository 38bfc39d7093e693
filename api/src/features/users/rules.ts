import { invalidField } from '../../kit/refusal.ts'

/** Refuses a password that is shorter than this server's setting; counted in characters as people see them. */
export function requireLength(password: string, min: number) {
  if ([...password].length < min) throw invalidField('password', 'validation.short_password', { min })
}
