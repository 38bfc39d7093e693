import type { Fields } from '@kontor/contract/lib/resources/fields'
import { partnerFields } from '@kontor/contract/partners/fields'
import { productFields } from '@kontor/contract/products'
import { SEMINAR } from '@kontor/contract/sliders/kinds'
import type { Kysely } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import {
  makeCategory,
  makePartner,
  makeProduct,
  makeSlider,
  makeStore,
  makeStoreContact,
  makeUser,
} from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { makeCatalogueNode } from './make-node.ts'
import { sampleFor } from './make-record.ts'

/** Records that forms change, with as many fields filled as possible. */
export const makesOf = (db: Kysely<Schema>) => ({
  product: async () => makeProduct(db, { ...(await makeReferences(db, productFields)), description: 'Opis' }),
  partner: () => makeFullPartner(db),
  store: () => makeStore(db),
  contact: () => makeStoreContact(db),
  user: () => makeUser(db),
  campaign: () => makeCampaign(db, { visible_from: '2026-01-01', visible_until: '2099-12-31' }),
  slider: () =>
    makeSlider(db, {
      type: SEMINAR,
      page_content: '<p>Opis</p>',
      notification_text: 'Dođite',
      dates: ['2099-01-02'],
    }),
  node: async () =>
    makeCatalogueNode(db, { description: 'Opis', category_ids: [(await makeCategory(db)).id] }),
})

/** A record for each reference of a form. */
async function makeReferences(db: Kysely<Schema>, fields: Fields) {
  const references = Object.entries(fields).filter(([, { kind }]) => kind === 'reference')
  const values: Record<string, number> = {}
  for (const [name, field] of references) values[name] = Number(await sampleFor(db, field))
  return values
}

async function makeFullPartner(db: Kysely<Schema>) {
  const values = {
    ...(await makeReferences(db, partnerFields)),
    phone: '067 111 222',
    haynes_pro_username: 'hp_1',
  }
  const category_ids = [(await makeCategory(db)).id]
  return makePartner(db, { ...values, debt: '5', debt_percent: true, category_ids })
}
