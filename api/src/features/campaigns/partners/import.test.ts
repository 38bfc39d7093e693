import { campaignPartnerSheet, campaignPartners } from '@kontor/contract/campaigns/partners'
import { history } from '@kontor/contract/history'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory, makePartner } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { sheetFile } from '../../../../test/odd-files.ts'
import { readRows } from '../../../../test/sheets.ts'

const { db, call } = await startApp()
const tyres = await makeCategory(db, { name: 'Gume' })

const HEADER = ['Šifra', 'Naziv', 'Telefon', 'Kategorije', 'Grad', 'Cash']
const book = (rows: unknown[][]) => sheetFile(rows, 'cash.xlsx')
type Form = Parameters<typeof call<typeof campaignPartners.import>>[1]['form']
const ofCampaign = ({ id }: { id: number }) => ({ campaign_id: String(id) })
const upload = (campaign: { id: number }, rows: unknown[][], form: Form = {}) =>
  call(campaignPartners.import, {
    params: ofCampaign(campaign),
    form,
    files: { file: book([HEADER, ...rows]) },
  })
const row = (id: number, cash: unknown, name = '') => [id, name, '', '', '', cash]
const cashOf = async (campaign: { id: number }) => {
  const { body } = await call(campaignPartners.all, { params: ofCampaign(campaign), query: {} })
  return body.map(({ id, cash }) => [id, cash])
}
const statusOf = async (campaign: { id: number }) =>
  (await call(campaignPartners.importStatus, { params: ofCampaign(campaign) })).body
const partnerOf = (name: string, categories = [tyres], is_active = true) =>
  makePartner(db, { name, is_active, category_ids: categories.map(({ id }) => id) })
const priceCampaign = (...partners: { id: number }[]) =>
  makeCampaign(db, { category_ids: [tyres.id], partners: partners.map(({ id }) => ({ id, cash: '1' })) })

describe('a sheet of cash', () => {
  test('is accepted for existing campaigns with cash', async () => {
    const quantity = await makeCampaign(db, { campaign_type_id: 1 })
    for (const dry_run of ['true', 'false'] as const) {
      expect((await upload({ id: 2_000_000_000 }, [], { dry_run })).status).toBe(404)
      const refused = await upload(quantity, [row(1, 1)], { dry_run })
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { campaign_id: ['validation.campaign_no_cash'] },
      ])
    }
    const missing = { campaign_id: '2000000000' }
    expect((await call(campaignPartners.importStatus, { params: missing })).status).toBe(404)
    expect((await call(campaignPartners.undoImport, { params: missing, body: { id: 1 } })).status).toBe(404)
  })

  test('is rejected with the invalid cells, and changes nothing', async () => {
    const one = await partnerOf('Jedan')
    const apart = await partnerOf('Bez kategorije', [])
    const former = await partnerOf('Bivši', [tyres], false)
    const campaign = await priceCampaign(one)
    const { status, body } = await upload(campaign, [
      row(one.id, 'pet'),
      row(apart.id, 5),
      row(former.id, 5),
      row(2_000_000_000, 5),
      row(one.id, 7),
    ])
    expect([status, body.errors]).toEqual([
      422,
      {
        F2: ['validation.not_a_number'],
        A3: ['validation.campaign_partner_apart'],
        A4: ['validation.inactive'],
        A6: ['import.duplicate'],
      },
    ])
    const negative = await upload(campaign, [row(one.id, -5), ['x', '', '', '', '', 1]])
    expect(negative.body.errors).toEqual({ F2: ['validation.not_negative'], A3: [expect.any(String)] })
    expect(await cashOf(campaign)).toEqual([[one.id, '1.000']])
  })

  test('asks whether rows of unknown partners are left out', async () => {
    const one = await partnerOf('Jedan')
    const campaign = await priceCampaign(one)
    const rows = [row(2_000_000_000, 'x', 'Nepoznat'), row(one.id, 7)]
    const response = await upload(campaign, rows)
    expect(response.body).toMatchObject({
      message: 'import.unsettled',
      errors: {},
      questions: [{ kind: 'unknown', blocking: true, answer: null, count: 1, rows: [{ row: 2 }] }],
    })
    expect(await cashOf(campaign)).toEqual([[one.id, '1.000']])
    const refused = await upload(campaign, rows, { choices: '{"unknown":"refuse"}' })
    expect(refused.body.errors).toEqual({ A2: ['import.unknown_partner'], F2: [expect.any(String)] })
    const { status, body } = await upload(campaign, rows, { choices: '{"unknown":"leave_out"}' })
    expect([status, body.left_out, body.left_out_rows]).toMatchObject([200, 1, [{ row: 2 }]])
    expect(await cashOf(campaign)).toEqual([[one.id, '7.000']])
  })

  test('asks for the decimal mark of an ambiguous number, and takes the answer', async () => {
    const one = await partnerOf('Jedan')
    const campaign = await priceCampaign(one)
    const rows = [row(one.id, '1.234')]
    const refused = await upload(campaign, rows)
    expect([refused.status, refused.body.message]).toEqual([422, 'import.unsettled'])
    expect(await cashOf(campaign)).toEqual([[one.id, '1.000']])
    const form = { choices: '{"decimals":{"cash":","}}' }
    const preview = await upload(campaign, rows, { ...form, dry_run: 'true' })
    expect(preview.body.questions).toMatchObject([{ kind: 'decimals', field: 'cash', answer: ',' }])
    expect((await upload(campaign, rows, form)).status).toBe(200)
    expect(await cashOf(campaign)).toEqual([[one.id, '1234.000']])
  })

  test('writes only the cash, adds missing partners, and is one history entry with named rows', async () => {
    const one = await partnerOf('Žarko')
    const two = await partnerOf('Novi')
    const same = await partnerOf('Isti')
    const campaign = await priceCampaign(one, same)
    const rows = [row(one.id, '5%', 'Drugo ime'), row(two.id, '12,5'), row(same.id, 1)]
    const seen = await upload(campaign, rows, { dry_run: 'true', is_update_financial: 'true', filters: '{}' })
    expect(seen.body).toMatchObject({
      applied: false,
      counts: { create: 1, update: 1, same: 1, problems: 0 },
      unknown_columns: [],
      changes: [
        {
          row: 2,
          change: 'update',
          values: { id: one.id, name: 'Žarko', cash: '5%' },
          before: { cash: '1' },
        },
        { row: 3, change: 'create', values: { id: two.id, name: 'Novi', cash: '12.5' }, before: {} },
      ],
    })
    expect(seen.body.changes[0]?.before).toEqual({ cash: '1' })
    expect(await cashOf(campaign)).toHaveLength(2)
    const { status, body } = await upload(campaign, rows)
    expect([status, body.applied, body.result.map(({ id, cash }) => [id, cash])]).toEqual([
      200,
      true,
      [
        [one.id, '5%'],
        [two.id, '12.500'],
        [same.id, '1.000'],
      ],
    ])
    expect((await db.selectFrom('partners').select('name').where('id', '=', one.id).execute())[0]?.name).toBe(
      'Žarko',
    )
    const params = { table: 'campaign_partners', id: String(campaign.id) } as const
    const entry = (await call(history.ofRecord, { params, query: {} })).body.result[0]
    expect(entry).toMatchObject({ action: 'import', record: 'cash.xlsx' })
    const opened = await call(history.rows, { params: { id: String(entry?.id) }, query: {} })
    expect(opened.body.result.map(({ record }) => record).toSorted()).toEqual(['Novi', 'Žarko'])
  })

  test('asks whether partners are added without cash', async () => {
    const partner = await partnerOf('Bez casha')
    const campaign = await priceCampaign()
    const { body } = await upload(campaign, [row(partner.id, null)])
    expect(body).toMatchObject({
      message: 'import.unsettled',
      questions: [expect.objectContaining({ kind: 'create_without', fields: ['cash'] })],
    })
  })

  test('can be undone only in its own campaign, where it was the last', async () => {
    const one = await partnerOf('Jedan')
    const two = await partnerOf('Dva')
    const first = await priceCampaign(one)
    const second = await priceCampaign(one)
    await upload(first, [row(one.id, '5%'), row(two.id, 3)])
    await upload(second, [row(one.id, 9)])
    const { last } = await statusOf(first)
    const other = (await statusOf(second)).last
    expect(last).toMatchObject({ created: 1, updated: 1, undoable: true })
    expect(other).toMatchObject({ created: 0, updated: 1, undoable: true })
    const undo = (campaign: { id: number }, id = 0) =>
      call(campaignPartners.undoImport, { params: ofCampaign(campaign), body: { id } })
    expect((await undo(first, other?.id)).body.message).toBe('import.nothing_to_undo')
    expect((await undo(first, last?.id)).body).toEqual({ created: 1, updated: 1, kept: 0, changed: 0 })
    expect([await cashOf(first), await cashOf(second)]).toEqual([[[one.id, '1.000']], [[one.id, '9.000']]])
    const body = { partner_id: one.id, cash: '4' }
    await call(campaignPartners.changeCash, { params: ofCampaign(second), body })
    const refused = await undo(second, other?.id)
    expect([refused.status, refused.body.changed?.others]).toEqual([409, 0])
    expect(refused.body.changed?.rows).toMatchObject([{ code: expect.any(String), by: null, is_used: false }])
    expect(refused.body.changed?.rows[0]?.name).toMatch(/\D/) // the partner's name, not the line's number
    expect((await statusOf(second)).last?.undoable).toBe(false)
  })

  test('can be previewed without a campaign, and nothing is saved', async () => {
    const one = await partnerOf('Jedan')
    const two = await partnerOf('Dva', [])
    const former = await partnerOf('Bivši', [tyres], false)
    const empty = await partnerOf('Prazan')
    const rows = [
      HEADER,
      row(one.id, '5%'),
      row(two.id, 2.5),
      row(former.id, 1),
      row(2_000_000_000, 1),
      row(empty.id, null),
    ]
    const { status, body } = await call(campaignPartners.read, { form: {}, files: { file: book(rows) } })
    const result = body.result.map(({ id, name, is_active, cash }) => [id, name, is_active, cash])
    // Whether an inactive partner may stay and what an empty cell leaves depends on the draft.
    expect([status, body.applied, result, body.problems]).toEqual([
      200,
      false,
      [
        [one.id, 'Jedan', true, '5%'],
        [two.id, 'Dva', true, '2.500'],
        [former.id, 'Bivši', false, '1.000'],
        [empty.id, 'Prazan', true, ''],
      ],
      [],
    ])
    expect(body.questions).toMatchObject([{ kind: 'unknown', answer: null, rows: [{ row: 5 }] }])
    expect(await db.selectFrom('imports').select('id').where('owner_id', 'is', null).execute()).toEqual([])
  })
})

test('exports a campaign in its layout, and importing that changes nothing', async () => {
  const one = await partnerOf('Šarac')
  const campaign = await makeCampaign(db, {
    category_ids: [tyres.id],
    partners: [{ id: one.id, cash: '5%' }],
  })
  expect((await call(campaignPartners.excel, { body: { campaign_id: 2_000_000_000 } })).status).toBe(404)
  const { headers, bytes } = await call(campaignPartners.excel, { body: { campaign_id: campaign.id } })
  expect(headers['content-disposition']).toContain(`partneri_kampanje_${campaign.id}.xlsx`)
  expect(await readRows(bytes)).toEqual([
    Object.values(campaignPartnerSheet).map(({ header }) => header.cnr),
    [one.id, 'Šarac', null, 'Gume', null, '5%'],
  ])
  const file = new File([new Uint8Array(bytes)], 'partneri.xlsx')
  const { body } = await call(campaignPartners.import, {
    params: ofCampaign(campaign),
    form: {},
    files: { file },
  })
  expect([body.counts, body.unknown_columns]).toEqual([{ create: 0, update: 0, same: 1, problems: 0 }, []])
})
