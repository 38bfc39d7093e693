import type { users } from '@kontor/contract/users'
import { invalid } from '../../lib/http/http-error.ts'
import type { Call } from '../../lib/http/register-route.ts'

/** Users change their own credentials in their settings, with the current password: throws 422 here. */
export function requireNotOwn(
  { username, email, password }: Call<typeof users.update>['body'],
  before: { username: string; email: string | null },
) {
  const changed = {
    username: username !== before.username,
    email: email !== undefined && email !== before.email,
    password: Boolean(password),
  }
  const changedFields = Object.entries(changed).filter(([, is]) => is)
  if (changedFields.length > 0)
    throw invalid(Object.fromEntries(changedFields.map(([field]) => [field, ['validation.own_sign_in']])))
}
