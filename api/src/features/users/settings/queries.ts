import type { settings } from '@kontor/contract/users/settings'
import type { Kysely } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { conflict } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { publish } from '../../../lib/realtime/events.ts'
import { requireOwnPermissionsCover } from '../roles/queries.ts'
import '../table.ts'
import { officeSettings } from './table.ts'

/**
 * Stores the settings; throws 409 when they have changed since `version`. Publishes them to all staff. Roles with more
 * permissions than the caller cannot be made to need, or not need, a second factor.
 */
export const updateSettings = (
  db: Kysely<Schema>,
  caller: CurrentUser,
  { hidden_resources, second_factor_roles, version }: HandlerCall<typeof settings.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    await tx.selectFrom('settings').select('id').forUpdate().execute()
    const before = await officeSettings(tx)
    if (before.version !== version) throw conflict('settings', 1, before)
    const secured = new Set(second_factor_roles)
    await requireOwnPermissionsCover(tx, caller, [
      ...secured.symmetricDifference(new Set(before.second_factor_roles)),
    ])
    await tx
      .updateTable('settings')
      .set({ hidden_resources: [...hidden_resources].sort(), second_factor_roles: [...secured].sort() })
      .execute()
    const staff = await tx
      .selectFrom('users')
      .select('id')
      .where('is_active', '=', true)
      .where('partner_id', 'is', null)
      .execute()
    await publish(
      tx,
      staff.map(({ id }) => ({ to: { userId: id }, type: 'rights', data: {} })),
    )
    return officeSettings(tx)
  })
