import * as z from 'zod/mini'
import {
  id,
  idParams,
  idText,
  recordShape,
  text,
  toggleBody,
  toggleResponse,
  version,
} from './lib/fields/fields.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { sheet } from './lib/imports/columns.ts'
import { importResult, sheetRoutes } from './lib/imports/imports.ts'
import { commonColumns, listQuery } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { records } from './lib/lists/records.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import { type Fields, nameField } from './lib/resources/fields.ts'
import { sheetOf } from './lib/resources/import-columns.ts'
import { rowShapeOf, rulesOf } from './lib/resources/rules.ts'

/** Degrees, accurate to about 10 cm. */
const degrees = { kind: 'decimal', digits: 3, scale: 6, required: true, unlisted: true } as const

/** The fields of a store. List, form, files, table and history follow from them. */
export const storeFields = {
  name: {
    ...nameField,
    short: 'validation.store_name',
    sheet: { names: true },
  },
  address: {
    kind: 'text',
    label: { cnr: 'Adresa', en: 'Address' },
    required: true,
    min: 2,
    short: 'validation.store_address',
    searched: true,
  },
  city_id: {
    kind: 'reference',
    to: 'cities',
    label: { cnr: 'Grad', en: 'City' },
    required: true,
    inactive: 'validation.inactive_city',
    searched: true,
    sheet: { also: ['Mjesto'], width: 18 },
  },
  latitude: {
    ...degrees,
    label: { cnr: 'Geografska širina', en: 'Latitude' },
    min: -90,
    max: 90,
    message: 'validation.latitude',
    sheet: { width: 16 },
  },
  longitude: {
    ...degrees,
    label: { cnr: 'Geografska dužina', en: 'Longitude' },
    min: -180,
    max: 180,
    message: 'validation.longitude',
    sheet: { width: 16 },
  },
} as const satisfies Fields

const formFields = rulesOf(storeFields)

export const storeList = recordList({
  name: 'stores',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Prodavnice',
      one: 'Prodavnica',
      accusative: 'prodavnicu',
      other: 'prodavnica',
    },
    en: { title: 'Stores', one: 'Store' },
    hint: { cnr: 'Partneri to više neće vidjeti.', en: 'No longer visible to partners.' },
    empty_hint: {
      cnr: 'Dodajte prvu da bi partneri znali gdje ste.',
      en: 'Add the first one so that partners can find you.',
    },
  },
  columns: {
    id: commonColumns.id,
    ...columnsOf(storeFields),
    is_active: commonColumns.is_active,
    latitude: { label: storeFields.latitude.label, sort: false },
    longitude: { label: storeFields.longitude.label, sort: false },
  },
  search: searchedOf(storeFields),
  sort: { by: 'name', desc: false },
})

/** The Excel layout of import and export. */
export const storeSheet = sheet({
  id: { header: { cnr: 'ID', en: 'ID' }, kind: 'integer', check: id, width: 8 },
  ...sheetOf(storeFields),
  phones: { header: { cnr: 'Telefoni', en: 'Phones' }, also: ['Telefon', 'Phone'], kind: 'text' },
  is_active: {
    header: storeList.columns.is_active.label,
    also: ['Aktivan'],
    kind: 'boolean',
  },
})

/** The documents specify neither the method nor the place of the id of a toggle: both methods and both places work. */
const togglesOf = (name: 'stores' | 'stores/contacts', thing: string) => {
  const path = `/api/${name}/activateDeactivate` as const
  const summary = `Deactivate or restore ${thing}`
  const call = { audience: 'staff', permission: 'stores.change', response: toggleResponse } as const
  const body = z.strictObject({ id, is_active: z.optional(z.boolean()) })
  /** The id of the path counts; clients may repeat it in the body. */
  const either = z.optional(z.nullable(z.partial(body)))
  const byPath = { ...call, path: `${path}/:id` as const, params: idParams, body: either }
  return {
    activateDeactivate: route({ ...byPath, method: 'PUT', summary: `${summary} (PUT)` }),
    activateDeactivatePost: route({ ...byPath, method: 'POST', summary: `${summary} (POST)` }),
    activateDeactivateByBody: route({
      ...call,
      path,
      body,
      method: 'PUT',
      summary: `${summary} (PUT, id in body)`,
    }),
    activateDeactivateByBodyPost: route({
      ...call,
      path,
      body,
      method: 'POST',
      summary: `${summary} (POST, id in body)`,
    }),
  }
}

const storeRoutes = records('stores', {
  nouns: { one: 'store', many: 'stores' },
  row: rowShapeOf(storeFields),
  fields: formFields,
  list: storeList,
})

export const stores = {
  ...storeRoutes,
  ...sheetRoutes('stores', storeSheet, importResult),
  index: route({ ...storeRoutes.index, path: '/api/stores/index' }),
  create: route({ ...storeRoutes.create, path: '/api/stores/add' }),
  update: route({ ...storeRoutes.update, method: 'POST', path: '/api/stores/update/:id' }),
  /** Updates a store, for clients that send the id in the body. */
  updateByBody: route({
    method: 'POST',
    path: '/api/stores/update',
    audience: 'staff',
    permission: 'stores.change',
    summary: 'Update store (id in body)',
    body: z.strictObject({ id, ...formFields, version }),
    response: storeRoutes.update.response,
  }),
  ...togglesOf('stores', 'store'),
}
export type Store = z.infer<typeof stores.create.response>

/** A phone number of a store. */
export const phone = text({ min: 2, short: 'validation.contact_phone' })
const contactRow = { store_id: z.int(), phone: z.string() }

export const storeContactList = recordList({
  name: 'storeContacts',
  noun: {
    cnr: { gender: 'm', title: 'Kontakti', one: 'Kontakt', few: 'kontakta', other: 'kontakata' },
    en: { title: 'Contacts', one: 'Contact' },
    hint: { cnr: 'Partneri to više neće vidjeti.', en: 'No longer visible to partners.' },
    empty_hint: {
      cnr: 'Dodajte prvi telefon ove prodavnice.',
      en: 'Add the first phone number of this store.',
    },
  },
  columns: {
    updated_at: commonColumns.updated_at,
    phone: { label: { cnr: 'Telefon', en: 'Phone' }, filter: 'text' },
    is_active: commonColumns.is_active,
  },
  search: ['phone'],
  sort: { by: 'updated_at', desc: true },
})

const contactRoutes = records('stores/contacts', {
  nouns: { one: 'store contact', many: 'store contacts' },
  row: contactRow,
  fields: { store_id: id, phone },
  list: storeContactList,
})

export const contactBody = z.strictObject({ store_id: z.optional(id), phone, version })
const updateContact = route({
  method: 'POST',
  path: '/api/stores/contacts/update/:id',
  audience: 'staff',
  permission: 'stores.change',
  summary: 'Update store contact',
  description: 'Changes the phone. Returns 404 if `store_id` names another store.',
  params: idParams,
  body: contactBody,
  response: contactRoutes.update.response,
})

/** A contact belongs to one store permanently: it can neither be moved nor reached under another store. */
export const storeContacts = {
  index: route({
    ...contactRoutes.index,
    path: '/api/stores/contacts/index',
    query: z.extend(listQuery(storeContactList), { store_id: z.optional(idText) }),
  }),
  ofStore: route({
    method: 'GET',
    path: '/api/stores/contacts/index/:id',
    audience: 'staff',
    permission: 'stores.see',
    summary: 'List contacts of a store',
    description: 'The last changed come first.',
    params: idParams,
    response: z.array(z.object({ ...recordShape, ...contactRow })),
  }),
  create: route({ ...contactRoutes.create, path: '/api/stores/contacts/add' }),
  update: updateContact,
  patch: patchOf(updateContact, '/api/stores/contacts/:id', contactBody),
  /** Updates a contact, for clients that send the id in the body. */
  updateByBody: route({
    method: 'POST',
    path: '/api/stores/contacts/update',
    audience: 'staff',
    permission: 'stores.change',
    summary: 'Update store contact (id in body)',
    description: 'Changes the phone. Returns 404 if `store_id` names another store.',
    body: z.strictObject({ id, store_id: z.optional(id), phone, version }),
    response: contactRoutes.update.response,
  }),
  ...togglesOf('stores/contacts', 'store contact'),
  toggleOfStore: route({
    method: 'DELETE',
    path: '/api/stores/:id/:contact_id',
    audience: 'staff',
    permission: 'stores.change',
    summary: 'Deactivate or restore contact of a store',
    params: z.strictObject({ id: idText, contact_id: idText }),
    body: toggleBody,
    response: contactRoutes.toggle.response,
  }),
}
export type StoreContact = z.infer<typeof storeContacts.create.response>
