import type { Transaction } from 'kysely'
import type { Schema } from '../lib/database/schema.ts'
import '../features/users/table.ts'

/** The active members of the staff, the oldest account first. */
export const activeStaff = (tx: Transaction<Schema>) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('partner_id', 'is', null)
    .where('is_active', '=', true)
    .orderBy('id')
