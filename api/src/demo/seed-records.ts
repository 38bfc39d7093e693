import type { Transaction } from 'kysely'
import { portions } from '../lib/database/batch-size.ts'
import type { Schema } from '../lib/database/schema.ts'
import { demoRecords, demoServices, demoWorkers, recordsOf } from './records.ts'
import '../resources.ts'

/** Inserts the records of generated resources, including those of partners. */
export async function seedRecords(tx: Transaction<Schema>, now: Date) {
  const small = demoRecords()
  await tx.insertInto('partner_types').values(small.partner_types).execute()
  await tx.insertInto('contact_types').values(small.contact_types).execute()
  await tx.insertInto('worker_types').values(small.worker_types).execute()
  await tx.insertInto('banks').values(small.banks).execute()
  await tx.insertInto('vats').values(small.vats).execute()
  await tx.insertInto('vehicles').values(small.vehicles).execute()
  await tx.insertInto('warehouses').values(small.warehouses).execute()
  await tx.insertInto('facilities').values(small.facilities).execute()
  await tx.insertInto('licenses').values(small.licenses).execute()
  await tx.insertInto('items').values(small.items).execute()
  await tx.insertInto('statuses').values(small.statuses).execute()
  await tx.insertInto('replies').values(small.replies).execute()
  await tx.insertInto('comments').values(small.comments).execute()
  await seedServices(tx)
  const types = await idsOf(tx, 'worker_types')
  const workers = demoWorkers().map(({ type, ...worker }) => ({
    ...worker,
    worker_type_id: types[type] ?? 0,
  }))
  await tx.insertInto('workers').values(workers).execute()
  await seedOfPartners(tx, now)
}

async function seedServices(tx: Transaction<Schema>) {
  const categories = await tx.selectFrom('categories').select(['id', 'name']).execute()
  const vats = await tx.selectFrom('vats').select(['id', 'rate']).execute()
  const services = demoServices().map(({ category, vat, ...service }) => ({
    ...service,
    category_id: categories.find(({ name }) => name === category)?.id ?? null,
    vat_id: vats.find(({ rate }) => Number(rate) === vat)?.id ?? null,
  }))
  await tx.insertInto('services').values(services).execute()
}

async function seedOfPartners(tx: Transaction<Schema>, now: Date) {
  const partners = await tx
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  const contactTypes = await idsOf(tx, 'contact_types')
  const partnerTypes = await idsOf(tx, 'partner_types')
  const banks = new Map(
    (await tx.selectFrom('banks').select(['id', 'number']).execute()).map(({ id, number }) => [number, id]),
  )
  const all = partners.map((partner) => ({ partner_id: partner.id, ...recordsOf(partner, now) }))
  const contacts = all.flatMap(({ partner_id, contacts }) =>
    contacts.map(({ type, ...one }) => ({ ...one, partner_id, contact_type_id: contactTypes[type] ?? 0 })),
  )
  for (const rows of portions(contacts)) await tx.insertInto('contacts').values(rows).execute()
  const accounts = all.flatMap(({ partner_id, accounts }) =>
    accounts.map(({ bank, number }) => ({ number, partner_id, bank_id: banks.get(bank) ?? 0 })),
  )
  for (const rows of portions(accounts)) await tx.insertInto('bank_accounts').values(rows).execute()
  const contracts = all.flatMap(({ partner_id, contracts }) =>
    contracts.map((one) => ({ ...one, partner_id })),
  )
  await tx.insertInto('contracts').values(contracts).execute()
  const branches = all.flatMap(({ partner_id, branches }) =>
    branches.map(({ type, ...one }) => ({ ...one, partner_id, partner_type_id: partnerTypes[type] ?? null })),
  )
  await tx.insertInto('child_partners').values(branches).execute()
}

/** The ids of a list, in the order of insertion. */
async function idsOf(tx: Transaction<Schema>, table: 'contact_types' | 'partner_types' | 'worker_types') {
  const rows = await tx.selectFrom(table).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
