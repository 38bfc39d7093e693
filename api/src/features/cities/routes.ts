import type { cities } from '@kontor/contract/resources/cities'
import { inTransaction } from '../../kit/db/transaction.ts'
import { requireUnlocked } from '../../kit/imports/lock.ts'
import { toggleRecord } from '../../kit/records/records.ts'
import type { Slots } from '../../kit/resource/resource.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'

/** An import of partners may be about to use the city. */
export const slots = ({ db }: Kontor): Slots<typeof cities> => ({
  toggle: ({ params, body }) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'partners')
      return toggleRecord(tx, 'cities', params.id, body?.is_active)
    }),
})
