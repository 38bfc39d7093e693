import * as z from 'zod/mini'
import { idParams, moment, recordShape, toggleBody, toggleResponse } from './lib/fields/fields.ts'
import { imageFile, imageParams } from './lib/http/files.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { keysOf } from './lib/lists/keys.ts'
import {
  commonColumns,
  LIST_OR_FILE,
  listBody,
  listQuery,
  PAGE_OR_FILE,
  paged,
  pickBody,
  recordRef,
} from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import { rowShapeOf } from './lib/resources/rules.ts'
import { sliderBody, sliderCreate, sliderFields, sliderName, sliderUpdate } from './sliders/form.ts'
import { sliderStates, sliderType, sliderTypes } from './sliders/kinds.ts'
import { registration, registrationList, sliderOrder, sliderOrderList } from './sliders/orders.ts'

const stateNames = keysOf(sliderStates)

const slider = z.object({
  ...recordShape,
  ...rowShapeOf(sliderFields),
  type: sliderType,
  /** File name under /api/images/sliders, as is `wyswygimg`, the additional picture. */
  image: z.string(),
  wyswygimg: z.nullable(z.string()),
  /** Always equal to `page_content`, which is sanitised HTML. */
  page_content_details: z.nullable(z.string()),
  /** Days (`2026-11-21`) of a Seminar, including past ones. */
  available_dates: z.array(z.string()),
  categories: z.array(recordRef),
  category_names: z.string(),
  product_id: z.nullable(z.int()),
  product: z.nullable(
    z.object({ id: z.int(), erp_code: z.string(), name: z.string(), is_active: z.boolean() }),
  ),
  is_visible: z.boolean(),
  /** Its place in the partners' app, from 1; null for one that follows automatically. */
  position: z.nullable(z.int()),
  /** Partners see it from and until these times, while it is active and visible. */
  visible_from: z.nullable(moment),
  visible_until: z.nullable(moment),
  /** Whether partners see it now, if it is active. */
  state: z.enum(stateNames),
  /** Its push message is sent when partners first see it. */
  push_notification: z.boolean(),
  /** Number of partners that have signed up, and of orders. */
  registrations: z.int(),
  orders: z.int(),
})
export type Slider = z.infer<typeof slider>

export const sliderList = recordList({
  name: 'sliders',
  noun: {
    cnr: { gender: 'm', title: 'Slajderi', one: 'Slajder', few: 'slajdera', other: 'slajdera' },
    en: { title: 'Sliders', one: 'Slider' },
    hint: { cnr: 'Partneri to više neće vidjeti.', en: 'No longer visible to partners.' },
    empty_hint: {
      cnr: 'Dodajte prvi: partneri ga vide u svojoj aplikaciji.',
      en: 'Add the first one: partners see it in their app.',
    },
  },
  columns: {
    updated_at: commonColumns.updated_at,
    ...columnsOf(sliderFields),
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
    type: {
      label: { cnr: 'Tip', en: 'Type' },
      filter: 'number',
      options: Object.entries(sliderTypes).map(([value, { label }]) => ({ value, label })),
    },
    /** The orders of a promotion, the sign-ups of a seminar; none for other types. */
    answers: { label: { cnr: 'Odziv', en: 'Responses' }, filter: 'number' },
    state: {
      label: { cnr: 'Vidljivost', en: 'Visibility' },
      filter: 'choice',
      options: stateNames.map((value) => ({ value, label: sliderStates[value] })),
    },
    position: { label: { cnr: 'Mjesto', en: 'Position' }, filter: 'number', optional: true },
    visible_from: { label: { cnr: 'Prikazuje se od', en: 'Shown from' }, filter: 'day', optional: true },
    visible_until: { label: { cnr: 'Prikazuje se do', en: 'Shown until' }, filter: 'day', optional: true },
    is_visible: {
      optional: true,
      label: { cnr: 'Prikaz', en: 'Shown' },
      filter: 'flag',
      options: [
        { value: 'true', label: { cnr: 'Vidljiv', en: 'Visible' } },
        { value: 'false', label: { cnr: 'Skriven', en: 'Hidden' } },
      ],
    },
    is_active: { ...commonColumns.is_active, optional: true },
  },
  // The home page links from a day to the sliders with sign-ups or orders on it.
  filters: {
    answered: { label: { cnr: 'Dan prijave ili narudžbe', en: 'Day of a sign-up or order' }, filter: 'day' },
  },
  search: [...searchedOf(sliderFields), 'category_names'],
  sort: { by: 'updated_at', desc: true },
})

const see = { audience: 'staff', permission: 'sliders.see' } as const
const changePermission = { audience: 'staff', permission: 'sliders.change' } as const
const change = { ...changePermission, params: idParams, response: slider } as const
const extra = { ...imageFile, required: false, orNull: true } as const

const updateJson = route({
  ...change,
  method: 'PUT',
  path: '/api/sliders/:id',
  summary: 'Update slider',
  description: 'Takes JSON. The images stay.',
  body: sliderBody,
  bodyBytes: 512 * 1024, // for the page's text
  idempotent: 'optional',
})

export const sliders = {
  index: route({
    ...see,
    method: 'POST',
    path: '/api/sliders/index',
    summary: 'Search sliders',
    description: PAGE_OR_FILE,
    body: listBody(sliderList),
    response: paged(slider),
  }),
  all: route({
    ...see,
    method: 'GET',
    path: '/api/sliders',
    summary: 'List sliders',
    description: LIST_OR_FILE,
    query: listQuery(sliderList),
    response: z.array(slider),
  }),
  active: route({
    method: 'POST',
    path: '/api/sliders/active',
    audience: 'staff',
    permission: ['sliders.see', 'notifications.send'],
    summary: 'Search active sliders',
    body: pickBody(sliderList),
    response: paged(slider),
  }),
  one: route({
    ...see,
    method: 'GET',
    path: '/api/sliders/:id',
    summary: 'Get slider',
    params: idParams,
    response: slider,
  }),
  create: route({
    ...changePermission,
    method: 'POST',
    path: '/api/sliders',
    summary: 'Create slider',
    form: sliderCreate,
    files: { image: { ...imageFile, required: true }, wyswygimg: extra },
    response: slider,
    creates: true,
    idempotent: 'optional',
  }),
  update: route({
    ...change,
    method: 'POST',
    path: '/api/sliders/:id',
    summary: 'Update slider with images',
    description: 'Images that are not sent stay. `remove` deletes the extra one.',
    form: sliderUpdate,
    files: { image: extra, wyswygimg: extra },
    idempotent: 'optional',
  }),
  updateJson,
  patch: route({ ...patchOf(updateJson, '/api/sliders/:id', sliderBody), idempotent: 'optional' }),
  toggle: route({
    ...changePermission,
    method: 'DELETE',
    path: '/api/sliders/:id',
    aliases: ['/api/sliders/delete/:id'],
    summary: 'Deactivate or restore slider',
    params: idParams,
    body: toggleBody,
    response: toggleResponse,
  }),
  duplicate: route({
    ...change,
    method: 'POST',
    path: '/api/sliders/duplicate/:id',
    summary: 'Duplicate slider',
    description:
      'The copy is hidden. It has the same content, active categories and future seminar days, but no publication times, no position and no responses of partners.',
    body: z.strictObject({ name: sliderName }),
    creates: true,
  }),
  setVisibility: route({
    ...changePermission,
    method: 'PUT',
    path: '/api/sliders/activate/:id',
    summary: 'Show or hide slider',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ is_visible: z.optional(z.boolean()) }))),
    response: z.object({
      id: z.int(),
      is_visible: z.boolean(),
      state: z.enum(stateNames),
      version: z.int(),
      updated_at: moment,
    }),
  }),
  textPicture: route({
    ...changePermission,
    method: 'POST',
    path: '/api/sliderWysWygImages',
    summary: 'Upload image for slider text',
    description: 'The image is deleted after a day unless a slider uses it.',
    files: { image: { ...imageFile, required: true } },
    response: z.object({ url: z.string() }),
  }),
  picture: route({
    method: 'GET',
    path: '/api/images/sliders/:image',
    audience: 'public',
    summary: 'Download slider image',
    params: imageParams,
    response: 'file',
  }),
  registrations: route({
    ...see,
    method: 'GET',
    path: '/api/checkIn/:id',
    summary: 'List seminar sign-ups',
    params: idParams,
    query: listQuery(registrationList),
    response: z.array(registration),
  }),
  orders: route({
    ...see,
    method: 'GET',
    path: '/api/partnerSliders/:id',
    summary: 'List promotion orders',
    params: idParams,
    query: listQuery(sliderOrderList),
    response: z.array(sliderOrder),
  }),
  handle: route({
    ...changePermission,
    method: 'PUT',
    path: '/api/partnerSliders/handled/:id',
    summary: 'Mark promotion order as handled',
    description: 'Sets the state in `is_handled`; without it the state is toggled.',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ is_handled: z.optional(z.boolean()) }))),
    response: sliderOrder,
  }),
}
