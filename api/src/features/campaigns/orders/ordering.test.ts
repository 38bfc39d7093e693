// The locks of orders and of the office's changes.
import { campaigns } from '@kontor/contract/campaigns'
import { details } from '@kontor/contract/campaigns/details'
import { PRICE, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { session } from '@kontor/contract/session'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { makeCategory, makeProduct } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { untilWaiting } from '../../../../test/waiting.ts'

const { app, another, anotherPool, db, call, makeCustomer } = await startApp()
const nodes = [app, await another({ database: await anotherPool() })] as const
/** Connections of the tests, so that their locks block no connection of either node. */
const tests = await anotherPool()

const category = await makeCategory(db)
const mine = await makeCustomer({ category_ids: [category.id] })
const other = await makeCustomer({ category_ids: [category.id] })

async function makeOffer(type: 1 | 2, quantity: number | null = null) {
  const products = [await makeProduct(db), await makeProduct(db)] as const
  const campaign = await makeCampaign(db, {
    campaign_type_id: type,
    category_ids: [category.id],
    products: products.map(({ id }) => ({ id, quantity })),
  })
  return { ...campaign, products }
}
let count = 0
const order = (
  campaign: { id: number },
  product: { id: number },
  { token } = mine,
  node: typeof app = app,
) => {
  const body = { product_id: product.id, quantity: 1 }
  const idempotencyKey = `redom-narudzba-${count++}`
  return call(portalCampaigns.add, { params: idOf(campaign), body, idempotencyKey }, token, node)
}

/** Runs `work` while an order has begun and holds its locks; returns the result of the order. */
const whileOrdering = async (
  campaign: { id: number },
  product: { id: number },
  work: () => Promise<void>,
) => {
  const client = await tests.pool.connect()
  await client.query('BEGIN')
  await client.query(`SELECT FROM partners WHERE id = ${mine.partner.id} FOR UPDATE`) // its line refers to the partner
  const ordered = order(campaign, product)
  await untilWaiting(tests.db, 1)
  try {
    await work()
  } finally {
    await client.query('COMMIT')
    client.release()
  }
  return ordered
}

describe('while an order is being written', () => {
  test('others can order, and the office can change, empty, hide and deactivate the campaign', async () => {
    const offer = await makeOffer(QUANTITY, 5)
    const [product, free] = offer.products
    const place = { campaign_id: String(offer.id), product_id: String(free.id) }
    const params = idOf(offer)
    const answers: { status: number }[] = []
    const ordered = await whileOrdering(offer, product, async () => {
      for (const node of nodes) answers.push(await order(offer, free, other, node))
      answers.push(
        await call(campaigns.updateJson, {
          params,
          body: { name: 'Novo ime', description: 'Opis', campaign_type_id: QUANTITY },
        }),
        await call(campaignProducts.update, { params: place, body: { price: '9' } }),
        await call(details.save, { params, body: { categories: [{ category_id: category.id }] } }),
        await call(campaignProducts.remove, { params: place }),
        await call(campaigns.setVisibility, { params, body: { is_visible: false } }),
        await call(campaigns.toggle, { params, body: { is_active: false } }),
      )
      expect((await order(offer, product, other, nodes[1])).status).toBe(404)
    })
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(ordered.status).toBe(200) // it had begun before
    expect((await order(offer, product)).status).toBe(404)
  })

  test("a change of the campaign's type waits for it and is rejected; with existing orders it is rejected at once", async () => {
    const offer = await makeOffer(PRICE)
    const [ordered, free] = offer.products
    const turn = () =>
      call(campaigns.updateJson, {
        params: idOf(offer),
        body: { name: 'Ime', description: 'Opis', campaign_type_id: QUANTITY },
      })
    let turned: ReturnType<typeof turn> | undefined
    const first = await whileOrdering(offer, ordered, async () => {
      turned = turn()
      await untilWaiting(tests.db, 2)
    })
    expect([first.status, (await turned)?.body.errors]).toEqual([
      200,
      { campaign_type_id: ['validation.campaign_ordered'] },
    ])
    const next = await whileOrdering(offer, free, async () => {
      expect((await turn()).body.errors).toEqual({ campaign_type_id: ['validation.campaign_ordered'] })
    })
    expect(next.status).toBe(200)
  })
})

describe('two hundred simultaneous orders of a product with fifty pieces left', () => {
  const orderMany = (offer: Awaited<ReturnType<typeof makeOffer>>) =>
    Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        order(offer, offer.products[0], i % 3 ? mine : other, nodes[i % 2]),
      ),
    )
  const outcomes = (answers: Awaited<ReturnType<typeof orderMany>>) =>
    Object.entries(
      Object.groupBy(answers, ({ status, body }) => `${status} ${body.message} ${body.params?.left}`),
    ).map(([what, those]) => [what, those?.length])
  const fiftyOnly = [
    ['200 undefined undefined', 50],
    ['422 validation.left 0', 150],
  ]

  test('are all answered, by either node', async () => {
    const answers = await orderMany(await makeOffer(QUANTITY, 50))
    expect(outcomes(answers).sort()).toEqual(fiftyOnly)
  })

  test('keep no connection from others while they wait, and neither do changes of lines', async () => {
    const offer = await makeOffer(QUANTITY, 51)
    const [hot] = offer.products
    const { body: line } = await order(offer, hot)
    const client = await tests.pool.connect()
    await client.query('BEGIN')
    await client.query(
      `SELECT FROM campaign_products WHERE campaign_id = ${offer.id} AND product_id = ${hot.id} FOR UPDATE`,
    )
    const raised = Array.from({ length: 20 }, () =>
      call(portalCampaigns.change, { params: idOf(line), body: { quantity: 9999 } }, mine.token),
    )
    const orders = orderMany(offer)
    await untilWaiting(tests.db, 2)
    const others = Array.from({ length: 100 }, (_, i) =>
      call(session.me, {}, other.token, nodes[i % 2]).then(({ status }) => status),
    )
    const list = await call(portalCampaigns.products, { params: idOf(offer), query: {} }, mine.token)
    expect([...(await Promise.all(others)), list.status].filter((status) => status >= 500)).toEqual([])
    await client.query('COMMIT')
    client.release()
    expect(outcomes(await orders).sort()).toEqual(fiftyOnly)
    for (const { body } of await Promise.all(raised)) expect(body.message).toBe('validation.left')
  })
})
