import * as z from 'zod/mini'
import { campaignType, campaignTypes } from './campaigns/kinds.ts'
import {
  day,
  idParams,
  recordShape,
  toggleBody,
  toggleResponse,
  version,
  versionText,
} from './lib/fields/fields.ts'
import { imageFile, imageParams } from './lib/http/files.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { booleanOptions } from './lib/imports/columns.ts'
import {
  commonColumns,
  LIST_OR_FILE,
  listBody,
  listQuery,
  optional,
  optionsOf,
  PAGE_OR_FILE,
  paged,
  pickBody,
  recordRef,
} from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import type { Fields } from './lib/resources/fields.ts'
import { formRulesOf, rowShapeOf, rulesOf } from './lib/resources/rules.ts'

/** The fields of a campaign besides picture, type, state and details. */
export const campaignFields = {
  name: {
    kind: 'text',
    label: commonColumns.name.label,
    required: true,
    min: 2,
    short: 'validation.campaign_name',
    searched: true,
  },
  description: {
    kind: 'text',
    label: { cnr: 'Opis', en: 'Description' },
    required: true,
    min: 2,
    max: 4000,
    lines: true,
    searched: true,
  },
  /** First and last day on which partners see it while it is visible. */
  visible_from: { kind: 'day', label: { cnr: 'Od', en: 'From' } },
  visible_until: { kind: 'day', label: { cnr: 'Do', en: 'Until' } },
} as const satisfies Fields

const campaign = z.object({
  ...recordShape,
  ...rowShapeOf(campaignFields),
  /** File name under /api/images/campaigns. */
  image: z.string(),
  campaign_type_id: campaignType,
  /** Its name is in Montenegrin. */
  campaign_type: recordRef,
  is_visible: z.boolean(),
  /** Whether partners see it today: active, visible and within its days. */
  is_shown: z.boolean(),
  /** The version of its details (categories, partners, products), for `PUT /api/campaignDetails/:id`. */
  details_version: z.int(),
  categories: z.array(recordRef),
  category_names: z.string(),
  /** Of its cart all lines and the undelivered ones; of notifications those that open it, sent or scheduled. */
  counts: z.object({
    categories: z.int(),
    partners: z.int(),
    products: z.int(),
    cart: z.int(),
    undelivered: z.int(),
    notifications: z.int(),
  }),
})
export type Campaign = z.infer<typeof campaign>

const { name, description, ...later } = campaignFields

export const campaignList = recordList({
  name: 'campaigns',
  noun: {
    cnr: { gender: 'f', title: 'Kampanje', one: 'Kampanja', accusative: 'kampanju', other: 'kampanja' },
    en: { title: 'Campaigns', one: 'Campaign' },
    hint: { cnr: 'Partneri to više neće vidjeti.', en: 'No longer visible to partners.' },
    empty_hint: {
      cnr: 'Dodajte prvu, pa izaberite njene kategorije, partnere i proizvode.',
      en: 'Add the first one, then choose its categories, partners and products.',
    },
  },
  columns: {
    updated_at: commonColumns.updated_at,
    ...columnsOf({ name, description }),
    campaign_type_id: {
      label: { cnr: 'Tip', en: 'Type' },
      filter: 'number',
      options: optionsOf(campaignTypes),
    },
    is_visible: {
      label: { cnr: 'Vidljivost', en: 'Visibility' },
      filter: 'flag',
      options: [
        { value: 'true', label: { cnr: 'Vidljiva', en: 'Visible' } },
        { value: 'false', label: { cnr: 'Skrivena', en: 'Hidden' } },
      ],
    },
    ...optional(columnsOf(later)),
    partners: { label: { cnr: 'Partnera', en: 'Partners' }, filter: 'number', at: ['counts', 'partners'] },
    undelivered: {
      label: { cnr: 'Za isporuku', en: 'To deliver' },
      filter: 'number',
      at: ['counts', 'undelivered'],
    },
    is_active: { ...commonColumns.is_active, optional: true },
  },
  // The filter of the home page's count: active, visible and within its days.
  filters: {
    is_shown: {
      label: { cnr: 'Partneri vide', en: 'Visible to partners' },
      filter: 'flag',
      options: booleanOptions,
    },
  },
  search: searchedOf(campaignFields),
  sort: { by: 'updated_at', desc: true },
  size: 20,
})

const days = 'validation.day_order'
const inOrder = z.refine<{ visible_from?: string | null; visible_until?: string | null }>(
  ({ visible_from, visible_until }) => !visible_from || !visible_until || visible_from <= visible_until,
  {
    path: ['visible_until'],
    message: days,
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      issues.every(({ path }) => !path?.includes('visible_until')),
  },
)
const optionalDay = z.optional(z.nullable(day))
/** A day in a multipart field; empty means none. */
const dayText = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((typed) => (typed === '' || typed === 'null' ? null : (typed ?? null))),
  ),
  z.nullable(day),
)
const formFields = {
  ...formRulesOf(campaignFields),
  campaign_type_id: z.pipe(
    z.enum(['1', '2'], 'validation.campaign_type'),
    z.transform((typed) => (typed === '1' ? 1 : 2)),
  ),
  visible_from: dayText,
  visible_until: dayText,
}
/** The multipart form that adds a campaign, and the one that changes it. */
const campaignCreate = z.strictObject(formFields).check(inOrder)
const campaignUpdate = z.strictObject({ ...formFields, version: versionText }).check(inOrder)
/** The input of the edit form as JSON; the picture is not changed. */
export const campaignBody = z
  .strictObject({
    ...rulesOf(campaignFields),
    campaign_type_id: campaignType,
    visible_from: optionalDay,
    visible_until: optionalDay,
    version,
  })
  .check(inOrder)

const see = { audience: 'staff', permission: 'campaigns.see' } as const
const changePermission = { audience: 'staff', permission: 'campaigns.change' } as const
const change = { ...changePermission, params: idParams, response: campaign } as const

const updateJson = route({
  ...change,
  method: 'PUT',
  path: '/api/campaigns/:id',
  summary: 'Update campaign',
  description: 'Takes JSON. The image stays.',
  body: campaignBody,
})

export const campaigns = {
  index: route({
    ...see,
    method: 'POST',
    path: '/api/campaigns/index',
    summary: 'Search campaigns',
    description: PAGE_OR_FILE,
    body: listBody(campaignList),
    response: paged(campaign),
  }),
  all: route({
    ...see,
    method: 'GET',
    path: '/api/campaigns',
    summary: 'List campaigns',
    description: LIST_OR_FILE,
    query: listQuery(campaignList),
    response: z.array(campaign),
  }),
  active: route({
    method: 'POST',
    path: '/api/campaigns/active',
    audience: 'staff',
    permission: ['campaigns.see', 'notifications.send'],
    summary: 'Search active campaigns',
    body: pickBody(campaignList),
    response: paged(campaign),
  }),
  one: route({
    ...see,
    method: 'GET',
    path: '/api/campaigns/:id',
    summary: 'Get campaign',
    params: idParams,
    response: campaign,
  }),
  types: route({
    ...see,
    method: 'GET',
    path: '/api/campaignTypes',
    summary: 'List campaign types',
    response: z.array(recordRef),
  }),
  create: route({
    ...changePermission,
    method: 'POST',
    path: '/api/campaigns',
    summary: 'Create campaign',
    form: campaignCreate,
    files: { image: { ...imageFile, required: true } },
    response: campaign,
    creates: true,
  }),
  update: route({
    ...change,
    method: 'POST',
    path: '/api/campaigns/:id',
    summary: 'Update campaign with image',
    description: 'Without `image` the image stays.',
    form: campaignUpdate,
    files: { image: { ...imageFile, required: false, orNull: true } },
  }),
  updateJson,
  patch: patchOf(updateJson, '/api/campaigns/:id', campaignBody),
  duplicate: route({
    ...change,
    method: 'POST',
    path: '/api/campaigns/duplicate/:id',
    summary: 'Duplicate campaign',
    description:
      'The copy is hidden. It has the same active categories, partners and products, but no dates and no cart.',
    body: z.strictObject(rulesOf({ name })),
    creates: true,
  }),
  toggle: route({
    ...changePermission,
    method: 'DELETE',
    path: '/api/campaigns/:id',
    aliases: ['/api/campaigns/delete/:id'],
    summary: 'Deactivate or restore campaign',
    params: idParams,
    body: toggleBody,
    response: toggleResponse,
  }),
  setVisibility: route({
    ...changePermission,
    method: 'PUT',
    path: '/api/campaigns/activate/:id',
    summary: 'Show or hide campaign',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ is_visible: z.optional(z.boolean()) }))),
    response: z.object({
      id: z.int(),
      is_visible: z.boolean(),
      is_shown: z.boolean(),
      version: z.int(),
      updated_at: z.string(),
    }),
  }),
  picture: route({
    method: 'GET',
    path: '/api/images/campaigns/:image',
    audience: 'public',
    summary: 'Download campaign image',
    params: imageParams,
    response: 'file',
  }),
}
