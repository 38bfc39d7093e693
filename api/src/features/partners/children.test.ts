import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { bank_accounts } from '@kontor/contract/resources/bankAccounts'
import { child_partners } from '@kontor/contract/resources/childPartners'
import { contacts } from '@kontor/contract/resources/contacts'
import { contracts } from '@kontor/contract/resources/contracts'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePartner } from '../../../test/make.ts'
import { makeRecord } from '../../../test/make-record.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, inject, staff } = await startApp()

const all: Resource[] = [contacts, bank_accounts, contracts, child_partners]
interface Page extends ErrorBody {
  result: { id: number; partner_id: number; is_active: boolean }[]
  total_rows: number
}
const ask = (resource: Resource, body: object) =>
  inject<Page>({
    method: 'POST',
    url: `/api/${resource.name}/index`,
    payload: body,
    headers: { authorization: `Bearer ${staff}` },
  })

describe.each(all.map((resource) => [resource.name, resource] as const))(
  'the %s of a partner',
  (_, resource) => {
    const make = (partner_id: number) => makeRecord(db, resource, { partner_id })

    test('are rejected for a partner that is no number', async () => {
      for (const partner_id of ['1', 0, 1.5, 2 ** 31])
        expect((await ask(resource, { partner_id })).body.errors, String(partner_id)).toEqual({
          partner_id: ['validation.id'],
        })
    })

    test('are those of one partner: paged, counted and exported', async () => {
      const one = await makePartner(db)
      const another = await makePartner(db)
      const nobody = await makePartner(db)
      const own = []
      for (let i = 0; i < 9; i += 1) own.push((await make(one.id)).id)
      await make(another.id)
      const first = await ask(resource, { partner_id: one.id, options: { itemsPerPage: 8 } })
      const second = await ask(resource, { partner_id: one.id, options: { itemsPerPage: 8, page: 2 } })
      expect([first.body.total_rows, second.body.result.length]).toEqual([9, 1])
      const ids = [...first.body.result, ...second.body.result].map(({ id }) => id)
      expect(ids.sort((a, b) => a - b)).toEqual(own)
      expect((await ask(resource, { partner_id: another.id })).body.total_rows).toBe(1)
      expect((await ask(resource, { partner_id: nobody.id })).body).toEqual({ result: [], total_rows: 0 })
      expect((await ask(resource, { partner_id: null as never })).status).toBe(422)
      await make(one.id)
      expect((await ask(resource, { partner_id: one.id })).body.total_rows).toBe(10)
      const file = await ask(resource, {
        partner_id: one.id,
        report_data: { name: 'Spisak', format: 'xlsx' },
      })
      expect(await readRows(file.bytes)).toHaveLength(11)
    })

    test('are kept when the partner is deactivated, and cannot be added to an inactive one', async () => {
      const partner = await makePartner(db)
      const { id } = await make(partner.id)
      const { result } = (await ask(resource, { partner_id: partner.id })).body
      await db.updateTable('partners').set({ is_active: false }).where('id', '=', partner.id).execute()
      const row = { ...result[0], [resource.names ?? 'name']: 'Još jedan 77' } as Record<string, unknown>
      const body = Object.fromEntries(Object.keys(resource.fields).map((field) => [field, row[field]]))
      const refused = await call(routesOf(resource).create, { body: body as never })
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { partner_id: ['validation.inactive_partner'] },
      ])
      expect((await ask(resource, { partner_id: partner.id })).body.result.map((one) => one.id)).toEqual([id])
    })
  },
)
