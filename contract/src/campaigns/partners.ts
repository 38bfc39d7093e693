// The partners of a campaign with their cash.
import * as z from 'zod/mini'
import { id, idOrRecord, idText, many, version } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { sheet } from '../lib/imports/columns.ts'
import { importResult, importRoutes, importTexts, importUpload } from '../lib/imports/imports.ts'
import { commonColumns, list, listBody, paged, recordRef } from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { moneyOrPercent } from '../lib/numbers/decimal-field.ts'
import { IDS_BYTES, LINES_BYTES, MAX_CATEGORIES, ofCampaign, panel } from './details.ts'

/** A partner of a campaign: the fields are the partner's, except the cash, which is euros or a percentage (`5%`). */
const campaignPartner = z.object({
  /** The partner's id. */
  id: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  category_names: z.string(),
  city: z.nullable(recordRef),
  is_active: z.boolean(),
  cash: z.string(),
  /** The sum of what it has ordered in the campaign, in euros; null without permission to see carts. */
  spent: z.nullable(z.string()),
  /** Id and cash in the documents' form. */
  pivot: z.object({ campaign_id: z.int(), partner_id: z.int(), cash: z.string() }),
  /** The version of the cash. */
  version: z.int(),
})
export type CampaignPartner = z.infer<typeof campaignPartner>

const code = { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } }
const pages = { sizes: [10, 20, 30, 50, 100] } as const
const plainPartner = {
  id: code,
  name: commonColumns.name,
  phone: { label: { cnr: 'Telefon', en: 'Phone' }, filter: 'text' },
  category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
  city: { label: { cnr: 'Grad', en: 'City' }, filter: 'text', at: ['city', 'name'] },
} as const
const cash = { label: { cnr: 'Cash', en: 'Cash' }, filter: 'number', money: true } as const
const spent = { label: { cnr: 'Iskorišćeno', en: 'Used' }, filter: 'number', money: true } as const
const partnerSearch = ['id', 'name', 'phone', 'city'] as const

export const campaignPartnerList = recordList({
  name: 'campaignPartners',
  noun: {
    cnr: { gender: 'm', title: 'Partneri kampanje', one: 'Partner', other: 'partnera' },
    en: { title: 'Campaign partners', one: 'Partner' },
    add: { cnr: 'Izaberi partnere', en: 'Choose partners' },
    empty: { cnr: 'Nijedan partner nije izabran', en: 'No partners selected' },
    empty_hint: {
      cnr: 'Ako ih ne izaberete, kampanju vide svi partneri iz njenih kategorija. Bez kategorija je ne vidi niko.',
      en: 'If you select none, all partners in its categories see the campaign. Without categories, no one does.',
    },
  },
  ...pages,
  columns: { ...plainPartner, cash, spent },
  search: partnerSearch,
  sort: { by: 'id', desc: false },
})
/** Partners that may be chosen. */
export const partnerCandidateList = list({
  sizes: [8, 10, 20, 30, 50, 100],
  size: 100,
  columns: plainPartner,
  search: partnerSearch,
  sort: { by: 'id', desc: false },
})
/** The Excel layout of the partners’ cash. Only the code and the cash are read. */
export const campaignPartnerSheet = sheet({
  id: {
    header: code.label,
    also: ['Šifra partnera', 'Šifra kupca'],
    kind: 'integer',
    required: true,
    filled: true,
    check: id,
  },
  name: { header: commonColumns.name.label, kind: 'text', width: 36 },
  phone: { header: plainPartner.phone.label, kind: 'text', width: 18 },
  category_names: {
    header: plainPartner.category_names.label,
    also: ['Kategorija'],
    kind: 'text',
    width: 32,
  },
  city: { header: plainPartner.city.label, also: ['Mjesto'], kind: 'text', width: 18 },
  cash: { header: cash.label, also: ['Keš', 'Iznos'], kind: 'decimal', percent: true, check: moneyOrPercent },
})

const change = { audience: 'staff', permission: 'campaigns.change' } as const
const POST = { method: 'POST' } as const

const importCampaign = { ...importUpload(campaignPartnerSheet), ...POST, slow: true } as const
const imported = z.extend(importResult, {
  /** The partners of the campaign after the import, the first hundred; without a campaign those of the sheet. */
  result: z.array(campaignPartner),
})
const { importStatus, undoImport } = importRoutes('campaigns', 'campaign partners')

export const campaignPartners = {
  ...panel('partners', campaignPartner, campaignPartnerList),
  replace: route({
    ...change,
    ...POST,
    path: '/api/partnerCampaigns',
    summary: 'Replace partners of campaign',
    description: 'Returns the new partners.',
    body: z.strictObject({
      campaign_id: id,
      partners: many(z.looseObject({ id, cash: z.optional(z.nullable(moneyOrPercent)) })),
      version,
    }),
    bodyBytes: LINES_BYTES,
    response: z.array(campaignPartner),
  }),
  changeCash: route({
    ...change,
    ...POST,
    path: '/api/partnerCampaignsCash/:campaign_id',
    summary: 'Update cash of campaign partner',
    params: ofCampaign,
    body: z.strictObject({ partner_id: id, cash: moneyOrPercent, version }),
    /** `id` is the partner's. */
    response: z.object({ id: z.int(), cash: z.string(), version: z.int() }),
  }),
  remove: route({
    ...change,
    method: 'DELETE',
    path: '/api/partnerCampaigns/:campaign_id/:partner_id',
    summary: 'Remove partner from campaign',
    description: 'Its orders stay.',
    params: z.strictObject({ campaign_id: idText, partner_id: idText }),
    response: z.object({ id: z.int() }),
  }),
  import: route({
    ...importCampaign,
    path: '/api/saveCampaignPartners/:campaign_id',
    audience: 'staff',
    permission: 'campaigns.import',
    ...importTexts('campaign partners', 'Sets the cash of the partners and adds missing ones. '),
    params: ofCampaign,
    response: imported,
  }),
  read: route({
    ...importCampaign,
    path: '/api/saveCampaignPartners',
    audience: 'staff',
    permission: 'campaigns.import',
    summary: 'Read campaign partners from Excel',
    description:
      'Returns the partners of the sheet, also inactive ones, with their cash, which is empty for an empty cell. Nothing is saved.',
    response: imported,
  }),
  excel: route({
    ...POST,
    path: '/api/getCampaignPartnerList',
    audience: 'staff',
    permission: 'campaigns.export',
    summary: 'Export campaign partners to Excel',
    description: 'Returns partneri_kampanje_{id}.xlsx.',
    body: z.strictObject({ campaign_id: idOrRecord }),
    response: 'file',
  }),
  importStatus: route({
    ...importStatus,
    path: '/api/campaigns/:campaign_id/import',
    params: ofCampaign,
  }),
  undoImport: route({ ...undoImport, path: '/api/campaigns/:campaign_id/import/undo', params: ofCampaign }),
  /** Partners that can be chosen for these categories, also before they are saved. */
  candidates: route({
    ...change,
    ...POST,
    path: '/api/campaignDetails/partners/index',
    summary: 'Search partner candidates for campaign',
    description: 'Returns one page of the active partners with one of the given categories.',
    body: z.extend(listBody(partnerCandidateList), {
      categories: many(id, MAX_CATEGORIES),
      /** Restricts the list to these partners, such as those that are chosen on a screen. */
      only: z.optional(many(id)),
    }),
    bodyBytes: IDS_BYTES,
    response: paged(z.omit(campaignPartner, { cash: true, spent: true, pivot: true, version: true })),
  }),
  candidateIds: route({
    ...change,
    ...POST,
    path: '/api/campaignDetails/partners/ids',
    summary: 'List ids of partner candidates for campaign',
    description: 'Returns the ids of all active partners with one of the given categories.',
    body: z.strictObject({
      filters: listBody(partnerCandidateList).shape.filters,
      categories: many(id, MAX_CATEGORIES),
    }),
    response: z.object({ ids: z.array(z.int()) }),
  }),
  apart: route({
    ...change,
    ...POST,
    path: '/api/campaignDetails/partners/apart',
    summary: 'List partners outside campaign categories',
    description: 'Returns those of the given partners that have none of the given categories.',
    body: z.strictObject({ categories: many(id, MAX_CATEGORIES), partners: many(id) }),
    bodyBytes: IDS_BYTES,
    response: z.object({ partners: z.array(recordRef) }),
  }),
}
