import type { users } from '@kontor/contract/users'
import { invalid } from '../../lib/http/http-error.ts'
import type { Call } from '../../lib/http/register-route.ts'

/** One's own sign-in is changed in the own settings, where the current password is asked for: refuses with 422. */
export function requireNotOwn(
  { username, email, password }: Call<typeof users.update>['body'],
  before: { username: string; email: string | null },
) {
  const changed = {
    username: username !== before.username,
    email: email !== undefined && email !== before.email,
    password: Boolean(password),
  }
  const own = Object.entries(changed).filter(([, is]) => is)
  if (own.length > 0)
    throw invalid(Object.fromEntries(own.map(([field]) => [field, ['validation.own_sign_in']])))
}
