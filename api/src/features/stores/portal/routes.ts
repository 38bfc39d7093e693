import { portalStores } from '@kontor/contract/stores/portal'
import { sql } from 'kysely'
import type { PortalContext } from '../../../context.ts'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import '../contacts/table.ts'
import '../scope.ts'

const phones = sql<string[]>`coalesce((
  SELECT json_agg(phone ORDER BY store_contacts.id) FROM store_contacts
  WHERE store_id = stores.id AND store_contacts.is_active), '[]')`

/** The active stores by name, each with its active contacts. */
const listOpenStores = (scoped: ScopedDb) =>
  scoped
    .selectFrom('stores')
    .innerJoin('cities', 'cities.id', 'stores.city_id')
    .select(recordRefOf('cities').as('city'))
    .select(['stores.id', 'stores.name', 'address', 'latitude', 'longitude'])
    .select(phones.as('phones'))
    .orderBy('stores.name')
    .orderBy('stores.id')
    .execute()

export function portalStoreRoutes({ registerRoute }: PortalContext) {
  registerRoute(portalStores.index, ({ scoped }) => listOpenStores(scoped))
}
