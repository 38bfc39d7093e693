import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import '../features/catalogue/table.ts'
import '../features/catalogueOrders/table.ts'
import { portions } from '../lib/database/batch-size.ts'
import type { Schema } from '../lib/database/schema.ts'
import { withoutRules, withRules } from '../lib/database/triggers.ts'
import { demoCategories, type demoProducts } from './catalogue.ts'
import { officeMoment, type Random, seeded } from './random.ts'
import { type PartnerUser, partnerUsersOf } from './seed-sliders.ts'
import { demoCatalogue } from './shelves.ts'

type Goods = ReturnType<typeof demoProducts>[number]

/** The catalogue, and two months of orders from it. */
export async function seedCatalogue(
  tx: Transaction<Schema>,
  products: readonly Goods[],
  demoUsername: string,
  now: Date,
) {
  const random = seeded(1914)
  const nodes = demoCatalogue(products)
  await withoutRules(tx) // the ancestors are already computed
  for (const rows of portions(nodes)) {
    const moment = () => officeMoment(random, now, 60).toISOString()
    const values = rows.map(({ for: _, ...node }) => ({ ...node, updated_at: moment() }))
    await tx.insertInto('catalogue').values(values).execute()
  }
  await withRules(tx)
  const ids = new Map(demoCategories().map(({ id, name }) => [name, id]))
  const links = nodes.flatMap((node) =>
    node.for ? [{ catalogue_id: node.id, category_id: ids.get(node.for) ?? 0 }] : [],
  )
  await tx.insertInto('catalogue_categories').values(links).execute()
  const partnerUsers = await partnerUsersOf(tx, demoUsername)
  for (const rows of portions(demoOrders(random, products, partnerUsers, now)))
    await tx.insertInto('catalogue_orders').values(rows).execute()
}

/** Lines that were ordered together. */
interface Basket {
  partnerUser: PartnerUser
  at: Date
  lines: number
}

/** Orders of many partners, a few out of stock and a few inactive; the demo partner orders now and then. */
function demoOrders(
  random: Random,
  products: readonly Goods[],
  partnerUsers: readonly PartnerUser[],
  now: Date,
) {
  const offered = products.filter(({ is_active, price, picture }) => {
    return is_active && Number(price) > 0 && picture !== 'truck_tyre'
  })
  const [demoPartner] = partnerUsers.filter(({ isDemoPartner }) => isDemoPartner)
  const baskets = Array.from({ length: 280 }, (_, i): Basket => {
    const partnerUser = i < 9 && demoPartner ? demoPartner : random.pick(partnerUsers)
    return { partnerUser, at: officeMoment(random, now, 61), lines: random.pick([1, 1, 1, 2, 2, 3, 4, 6]) }
  })
  // Orders of today, at any hour.
  for (const minutes of [9, 34, 71])
    baskets.push({
      partnerUser: random.pick(partnerUsers),
      at: new Date(now.getTime() - minutes * 60_000),
      lines: 2,
    })
  baskets.sort((a, b) => a.at.getTime() - b.at.getTime()) // so that ids follow the dates
  return baskets.flatMap((basket) => linesOf(random, basket, offered))
}

function linesOf(random: Random, { partnerUser, at, lines }: Basket, offered: readonly Goods[]) {
  const basket = randomUUID()
  const moment = at.toISOString()
  const winter = offered.filter(({ picture }) => picture === 'winter_tyre')
  const chosen = new Set(
    Array.from({ length: lines }, () => random.pick(random.chance(0.45) ? winter : offered)),
  )
  return [...chosen].map(({ id, price, quantity: stock, picture }) => {
    const pieces = random.pick(picture.endsWith('tyre') ? [2, 4, 4, 4, 8, 8, 12] : [1, 1, 2, 2, 5, 10])
    const quantity = stock > 0 && random.chance(0.7) ? Math.min(pieces, stock) : pieces
    return {
      basket,
      partner_id: partnerUser.partner_id,
      user_id: partnerUser.user_id,
      product_id: id,
      price,
      quantity,
      ignore_quantity: quantity > stock,
      is_active: !random.chance(0.03),
      created_at: moment,
      updated_at: moment,
    }
  })
}
