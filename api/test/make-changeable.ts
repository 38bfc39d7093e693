import { resources } from '@kontor/contract/resources'
import { SEMINAR } from '@kontor/contract/sliders/kinds'
import type { Kysely } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import {
  makeCategory,
  makeCity,
  makeCountry,
  makePartner,
  makeProduct,
  makeSlider,
  makeStore,
  makeStoreContact,
  makeUser,
} from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { makeCatalogueNode } from './make-node.ts'
import { makeRecord } from './make-record.ts'

/** Records that forms change, with as many fields filled as possible. */
export const makesOf = (db: Kysely<Schema>) => ({
  product: () => makeProduct(db, { description: 'Opis' }),
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

async function makeFullPartner(db: Kysely<Schema>) {
  const values = {
    partner_type_id: (await makeRecord(db, resources.partner_types)).id,
    superior_partner_id: (await makePartner(db)).id,
    country_id: (await makeCountry(db)).id,
    city_id: (await makeCity(db)).id,
    phone: '067 111 222',
    haynes_pro_username: 'hp_1',
  }
  const category_ids = [(await makeCategory(db)).id]
  return makePartner(db, { ...values, debt: '5', debt_percent: true, category_ids })
}
