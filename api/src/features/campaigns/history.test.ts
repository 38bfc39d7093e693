import { campaigns } from '@kontor/contract/campaigns'
import { history } from '@kontor/contract/history'
import { changesInWords } from '@kontor/contract/history/tables'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { defaultPermissions } from '@kontor/contract/permissions'
import { expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { changeRole, makePartner, makeProduct, makeUser } from '../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../test/make-campaign.ts'

const { db, call, signIn } = await startApp()
async function entriesOf({ id }: { id: number }, as?: string, page?: string) {
  const params = { table: 'campaigns', id: String(id) } as const
  const { status, body } = await call(history.ofRecord, { params, query: page ? { page } : {} }, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A campaign with one line of each kind. */
async function makeFull() {
  const partner = await makePartner(db)
  const product = await makeProduct(db)
  const campaign = await makeCampaign(db, { partners: [{ id: partner.id, cash: '5%' }], products: [product] })
  const line = await makeCartItem(db, { campaign_id: campaign.id, product_id: product.id })
  return { campaign, partner, product, line }
}

test("includes the campaign's lines, with labels, the latest first", async () => {
  const { campaign, partner, product, line } = await makeFull()
  const other = await makeFull()
  await db.updateTable('campaign_cart_items').set({ is_delivered: true }).where('id', '=', line.id).execute()
  await call(campaigns.setVisibility, { params: idOf(campaign), body: { is_visible: false } })
  const buyer = db.selectFrom('partners').select('name').where('id', '=', line.partner_id)
  const { name: customer } = await buyer.executeTakeFirstOrThrow()
  const ordered = `${campaign.name} · ${customer} · ${product.name}`
  const chosen = `${campaign.name} · ${product.name}`
  const { result, total_rows } = await entriesOf(campaign)
  expect(total_rows).toBe(result.length)
  expect(result.map(({ table, action, record }) => [table, action, record])).toEqual([
    ['campaigns', 'update', campaign.name],
    ['campaign_cart_items', 'update', ordered],
    ['campaign_cart_items', 'create', ordered],
    ['campaign_products', 'create', chosen],
    ['campaign_partners', 'create', `${campaign.name} · ${partner.name}`],
    ['campaigns', 'update', campaign.name],
    ['campaigns', 'create', campaign.name],
  ])
  const words = result.map(({ table, values }) => changesInWords(table, values, 'cnr'))
  expect(words[0]).toBe('Partneri vide: da → ne · Vidljivost: Vidljiva → Skrivena')
  expect(words[1]).toBe('Isporuka: Neisporučeno → Isporučeno')
  expect(words[2]).toContain(`Partner: ${customer}`)
  expect(words[2]).toContain(`Proizvod: ${product.name}`)
  expect(words[3]).toContain(`Kampanja: ${campaign.name}`)
  expect(words[4]).toBe(`Kampanja: ${campaign.name} · Cash: 5% · Partner: ${partner.name}`)
  expect((await entriesOf(other.campaign)).result.some(({ record }) => record?.includes(product.name))).toBe(
    false,
  )
})

test('shows cart entries only with the permission to see the cart, also in the log', async () => {
  const { campaign, product } = await makeFull()
  const role = 'user_engineer'
  await makeUser(db, { username: 'bez-korpe', role })
  const wanted: Permission[] = ['history.see', 'campaigns.see', 'products.see']
  const defaults = defaultPermissions(role)
  await changeRole(db, role, {
    granted: wanted.filter((right) => !defaults.some((one) => one === right)),
    revoked: defaults.filter((right) => !wanted.includes(right)),
  })
  const token = await signIn('bez-korpe')
  const seen = await entriesOf(campaign, token)
  expect(seen.result.map(({ table }) => table)).toContain('campaign_products')
  expect(seen.result.map(({ table }) => table)).not.toContain('campaign_cart_items')
  expect(seen.total_rows).toBe(seen.result.length)
  const params = { table: 'campaign_cart_items', id: String(campaign.id) } as const
  expect((await call(history.ofRecord, { params, query: {} }, token)).status).toBe(403)
  const log = await call(history.index, { body: { filters: { record: product.name } } }, token)
  expect(log.body.result.map(({ table }) => table)).toEqual(['campaign_products', 'products'])
})
