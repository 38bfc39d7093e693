import * as z from 'zod/mini'
import { imageFile, imageParams } from './kit/api/pictures.ts'
import { route } from './kit/api/route.ts'
import { idParams, recordShape, toggleBody, toggleReply } from './kit/fields/fields.ts'
import { choice } from './kit/list/choice.ts'
import { commonColumns, list, listBody, listQuery, paged } from './kit/list/list.ts'
import { sliderBody, sliderCreate, sliderUpdate } from './sliders/form.ts'
import { sliderType, sliderTypes } from './sliders/kinds.ts'

const slider = z.object({
  ...recordShape,
  name: z.string(),
  type: sliderType,
  /** File name under /api/images/sliders, as is `wyswygimg`, the extra picture. */
  image: z.string(),
  wyswygimg: z.nullable(z.string()),
  /** Sanitised HTML; `page_content_details` is the same. */
  page_content: z.nullable(z.string()),
  page_content_details: z.nullable(z.string()),
  notification_text: z.nullable(z.string()),
  url: z.nullable(z.string()),
  welcome_message: z.nullable(z.string()),
  /** Days (`2026-11-21`) of a Seminar, past ones too. */
  available_dates: z.array(z.string()),
  categories: z.array(choice),
  category_names: z.string(),
  product_id: z.nullable(z.int()),
  product: z.nullable(
    z.object({ id: z.int(), erp_code: z.string(), name: z.string(), is_active: z.boolean() }),
  ),
  is_visible: z.boolean(),
  /** How many partners have signed up, and how many orders there are. */
  registrations: z.int(),
  orders: z.int(),
})
export type Slider = z.infer<typeof slider>

export const sliderList = list({
  columns: {
    updated_at: commonColumns.updated_at,
    name: commonColumns.name,
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
    type: {
      label: { cnr: 'Tip', en: 'Type' },
      filter: 'number',
      options: Object.entries(sliderTypes).map(([value, { label }]) => ({ value, label })),
    },
    is_visible: {
      label: { cnr: 'Vidljivost', en: 'Visibility' },
      filter: 'flag',
      options: [
        { value: 'true', label: { cnr: 'Vidljiv', en: 'Visible' } },
        { value: 'false', label: { cnr: 'Skriven', en: 'Hidden' } },
      ],
    },
    is_active: commonColumns.is_active,
  },
  search: ['name', 'category_names'],
  sort: { by: 'updated_at', desc: true },
})

const ofPartner = z.object({ id: z.int(), name: z.string(), category_names: z.string() })
const partnerColumns = {
  updated_at: commonColumns.updated_at,
  partner_id: {
    label: { cnr: 'Šifra partnera', en: 'Partner code' },
    filter: 'number',
    at: ['partner', 'id'],
  },
  partner_name: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text', at: ['partner', 'name'] },
  category_names: {
    label: { cnr: 'Kategorije', en: 'Categories' },
    filter: 'text',
    sort: false,
    at: ['partner', 'category_names'],
  },
} as const
const dialogList = {
  search: ['partner_id', 'partner_name', 'category_names'],
  sort: { by: 'updated_at', desc: true },
  sizes: [8, 10, 20, 30, 50],
  size: 8,
} as const

/** The partners that have signed up for a Seminar, with the days they chose. */
export const registrationList = list({
  ...dialogList,
  columns: { ...partnerColumns, all_dates: { label: { cnr: 'Datumi', en: 'Dates' }, sort: false } },
})
const registration = z.object({
  id: z.int(),
  partner: ofPartner,
  all_dates: z.array(z.string()),
  updated_at: z.string(),
})
export type Registration = z.infer<typeof registration>

/** The orders of a Promocija, each a line of its own. */
export const sliderOrderList = list({
  ...dialogList,
  columns: { ...partnerColumns, quantity: { label: { cnr: 'Količina', en: 'Quantity' }, filter: 'number' } },
})
const sliderOrder = z.object({
  id: z.int(),
  partner: ofPartner,
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string() }),
  quantity: z.int(),
  updated_at: z.string(),
})
export type SliderOrder = z.infer<typeof sliderOrder>

const see = { audience: 'staff', needs: 'sliders.see' } as const
const mayChange = { audience: 'staff', needs: 'sliders.change' } as const
const change = { ...mayChange, params: idParams, reply: slider } as const
const extra = { ...imageFile, required: false, orNull: true } as const

export const sliders = {
  index: route({
    ...{
      ...see,
      method: 'POST',
      path: '/api/sliders/index',
      summary: 'A page of sliders, or a file of them',
    },
    body: listBody(sliderList),
    reply: paged(slider),
  }),
  all: route({
    ...{
      ...see,
      method: 'GET',
      path: '/api/sliders',
      summary: 'All sliders; with report_data a file of them',
    },
    query: listQuery(sliderList),
    reply: z.array(slider),
  }),
  one: route({
    ...see,
    method: 'GET',
    path: '/api/sliders/:id',
    summary: 'One slider',
    params: idParams,
    reply: slider,
  }),
  create: route({
    ...{ ...mayChange, method: 'POST', path: '/api/sliders', summary: 'Adds a slider' },
    form: sliderCreate,
    files: { image: { ...imageFile, required: true }, wyswygimg: extra },
    reply: slider,
    creates: true,
  }),
  update: route({
    ...{ ...change, method: 'POST', path: '/api/sliders/:id' },
    summary: 'Changes a slider; without pictures the old ones stay, `remove` drops the extra one',
    form: sliderUpdate,
    files: { image: extra, wyswygimg: extra },
  }),
  updateJson: route({
    ...{ ...change, method: 'PUT', path: '/api/sliders/:id', summary: 'The same as JSON, without pictures' },
    body: sliderBody,
    bodyBytes: 512 * 1024, // its text
  }),
  toggle: route({
    ...{ ...mayChange, method: 'DELETE', path: '/api/sliders/:id', aliases: ['/api/sliders/delete/:id'] },
    summary: 'Deactivates or reactivates a slider',
    params: idParams,
    body: toggleBody,
    reply: toggleReply,
  }),
  activate: route({
    ...{ ...mayChange, method: 'PUT', path: '/api/sliders/activate/:id', summary: 'Shows or hides a slider' },
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ is_visible: z.optional(z.boolean()) }))),
    reply: z.object({ id: z.int(), is_visible: z.boolean(), version: z.int(), updated_at: z.string() }),
  }),
  textPicture: route({
    ...{ ...mayChange, method: 'POST', path: '/api/sliderWysWygImages' },
    summary: 'Keeps a picture for a text; it is swept a day later unless a slider shows it',
    files: { image: { ...imageFile, required: true } },
    reply: z.object({ url: z.string() }),
  }),
  picture: route({
    ...{ method: 'GET', path: '/api/images/sliders/:image', audience: 'public' },
    summary: 'A slider’s picture',
    params: imageParams,
    reply: 'file',
  }),
  registrations: route({
    ...{ ...see, method: 'GET', path: '/api/checkIn/:id', summary: 'Who has signed up for a Seminar' },
    params: idParams,
    query: listQuery(registrationList),
    reply: z.array(registration),
  }),
  orders: route({
    ...{ ...see, method: 'GET', path: '/api/partnerSliders/:id', summary: 'Who has ordered a Promocija' },
    params: idParams,
    query: listQuery(sliderOrderList),
    reply: z.array(sliderOrder),
  }),
}
