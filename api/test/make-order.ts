import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import { makePartner, makeProduct, makeUser } from './make.ts'

/** A category of the catalogue that all partners see, with these products. */
export async function makeCatalogue(
  db: Kysely<Schema>,
  products: readonly { id: number }[],
  values: Partial<Insertable<Schema['catalogue']>> = {},
) {
  const category = await db
    .insertInto('catalogue')
    .values({ name: 'Gume', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
  const places = products.map(({ id }) => ({ catalogue_id: category.id, product_id: id, name: 'Proizvod' }))
  if (places.length > 0) await db.insertInto('catalogue').values(places).execute()
  return category
}

/** An order from the catalogue: by default one piece at 10 of a new product by a new partner. */
export async function makeOrder(
  db: Kysely<Schema>,
  values: Partial<Insertable<Schema['catalogue_orders']>> = {},
) {
  const partner_id = values.partner_id ?? (await makePartner(db)).id
  const user_id = values.user_id ?? (await makeUser(db, { partner_id })).id
  const product_id = values.product_id ?? (await makeProduct(db)).id
  return db
    .insertInto('catalogue_orders')
    .values({ price: '10', quantity: 1, ...values, partner_id, user_id, product_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}
