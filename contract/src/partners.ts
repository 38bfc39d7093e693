import * as z from 'zod/mini'
import {
  id,
  idOrRecord,
  idParams,
  recordShape,
  toggleBody,
  toggleResponse,
  typedId,
  version,
} from './lib/fields/fields.ts'
import { firstPassword, firstPasswordRules, password, passwordsMatch } from './lib/fields/identity.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { booleanOptions, sheet } from './lib/imports/columns.ts'
import { importResult, sheetRoutes } from './lib/imports/imports.ts'
import { syncCall } from './lib/imports/sync.ts'
import { insertBefore, keyed, keysOf } from './lib/lists/keys.ts'
import {
  commonColumns,
  listBody,
  optional,
  PAGE_OR_FILE,
  paged,
  pickBody,
  recordRef,
} from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { moneyOrPercent, optionalMoneyOrPercent } from './lib/numbers/decimal-field.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import { sheetOf } from './lib/resources/import-columns.ts'
import { orLeftOut, rowShapeOf, rulesOf } from './lib/resources/rules.ts'
import { partnerChoice, partnerChoiceList, partnerNoun } from './partners/choice.ts'
import { basicFields, figureFields, moreFields, partnerFields, plainFields } from './partners/fields.ts'
import { legacyFields, legacyUpdate } from './partners/legacy.ts'

export const figureNames = keysOf(figureFields)

/** A whole partner. Money-or-percent values are decimals (`1234.500`) or percentages (`5%`). */
export const partner = z.object({
  ...recordShape,
  ...rowShapeOf(plainFields),
  categories: z.array(recordRef),
  category_names: z.string(),
  /** Only with permission to see them. */
  ...keyed(figureNames, () => z.optional(z.string())),
})
export type Partner = z.infer<typeof partner>

const atLeastOne = 'validation.categoryCountException'

const shared = {
  ...rulesOf(basicFields),
  ...orLeftOut(rulesOf(moreFields)),
  categories: z.array(idOrRecord, atLeastOne).check(z.minLength(1, atLeastOne), z.maxLength(500, atLeastOne)),
  /** With permission to change them all are written; otherwise they must be unchanged or omitted. */
  ...keyed(figureNames, () => z.optional(moneyOrPercent)),
  debitLimit: optionalMoneyOrPercent,
  outOfCurrency: optionalMoneyOrPercent,
}
const confirmPassword = z.optional(z.nullable(z.string()))

/**
 * The input of the add form. The id is the partner's number in the office's books; it becomes the username. With
 * `invite` its user gets the partner's e-mail, and sets the password.
 */
const partnerCreate = z
  .strictObject({ id: typedId, ...shared, ...legacyFields, ...firstPassword, confirmPassword })
  .check(...firstPasswordRules)
const changed = { ...shared, password: z.optional(z.nullable(password(0))), version }
/** The input of the edit form; without a password it is not changed. */
const partnerUpdate = z.strictObject({ ...changed, ...legacyFields, confirmPassword }).check(passwordsMatch)
/** The input of the edit form without legacy names and the password's confirmation. */
export const partnerBody = z.strictObject(changed)

const number = { label: { cnr: 'Šifra', en: 'Code' } }
const categoryNames = { label: { cnr: 'Kategorije', en: 'Categories' } }

/** Filters of a list of partners that depend on debts without being columns of them. */
export const figureFilters = {
  over_limit: {
    label: { cnr: 'Preko limita', en: 'Over limit' },
    filter: 'flag',
    options: booleanOptions,
  },
} as const

const { annualPlanTires, moneyCirculationTires } = figureFields

export const partnerList = recordList({
  name: 'partners',
  noun: partnerNoun,
  columns: {
    id: { ...commonColumns.id, ...number },
    ...insertBefore(columnsOf(partnerFields), 'city', {
      category_names: { ...categoryNames, filter: 'text', sort: false } as const,
    }),
    // Not in the documents' list, hence hidden by default.
    ...optional(columnsOf({ annualPlanTires, moneyCirculationTires, ...moreFields })),
    is_active: commonColumns.is_active,
  },
  filters: figureFilters,
  views: {
    over_limit: { label: figureFilters.over_limit.label, filters: { over_limit: 'true', is_active: 'true' } },
    overdue: { label: figureFields.outOfCurrency.label, filters: { outOfCurrency: '>0', is_active: 'true' } },
  },
  search: ['id', ...searchedOf(partnerFields)],
  sort: { by: 'id', desc: false },
  sizes: [10, 20, 30, 50, 100],
})

const sheetId = {
  header: number.label,
  also: ['Šifra partnera', 'Šifra kupca'],
  kind: 'integer',
  required: true,
  filled: true,
  check: id,
} as const

/** The Excel layout of import and export. */
export const partnerSheet = sheet({
  id: sheetId,
  ...insertBefore(sheetOf(partnerFields), 'city', {
    /** Separated by semicolons. */
    categories: { header: categoryNames.label, also: ['Kategorija'], kind: 'text', width: 32 } as const,
  }),
})

/** The columns that an import reads when it is 'only financial'. */
export const financialSheet = sheet({ id: sheetId, ...sheetOf(figureFields) })

const partnerImportResult = z.extend(importResult, {
  /** The partners that it added or changed, the first hundred. */
  result: z.array(partner),
  /** Passwords of the users that it added; returned only here. */
  passwords: z.array(z.object({ id: z.int(), name: z.string(), password: z.string() })),
})
const sheets = sheetRoutes('partners', partnerSheet, partnerImportResult)

const see = { audience: 'staff', permission: 'partners.see' } as const
const change = { audience: 'staff', permission: 'partners.change' } as const
/** Further permissions that allow reading the active partners: to change records that refer to them. */
const pickedFor = [
  'users.change',
  'contacts.change',
  'bank_accounts.change',
  'child_partners.change',
  'contracts.change',
  'sliders.send',
  'sliders.change',
  'customerSupport.change',
] as const
const picked = {
  path: '/api/partnersActive',
  audience: 'staff',
  permission: ['partners.see', ...pickedFor],
} as const
const update = {
  ...change,
  params: idParams,
  body: partnerUpdate,
  response: partner,
  newPassword: true,
} as const
const updatePut = route({
  ...update,
  method: 'PUT',
  path: '/api/partners/:id',
  summary: 'Update partner',
  description: 'A new password ends the sessions of the partner’s users.',
})

export const partners = {
  index: route({
    method: 'POST',
    path: '/api/partners/index',
    ...see,
    summary: 'Search partners',
    description: PAGE_OR_FILE,
    body: listBody(partnerList),
    response: paged(partner),
  }),
  all: route({
    method: 'GET',
    path: '/api/partners',
    ...see,
    summary: 'List partners',
    response: z.array(partner),
  }),
  active: route({
    method: 'GET',
    ...picked,
    summary: 'List active partners',
    response: z.array(partnerChoice),
  }),
  activePage: route({
    method: 'POST',
    ...picked,
    summary: 'Search active partners',
    body: pickBody(partnerChoiceList),
    bodyBytes: 1024 * 1024,
    response: paged(partnerChoice),
  }),
  one: route({
    method: 'GET',
    path: '/api/partners/:id',
    ...see,
    summary: 'Get partner',
    params: idParams,
    response: partner,
  }),
  create: route({
    method: 'POST',
    path: '/api/partners',
    ...change,
    summary: 'Create partner',
    description: 'Also creates its user, whose username is the id of the partner.',
    body: partnerCreate,
    newPassword: true,
    response: partner,
    creates: true,
  }),
  update: updatePut,
  patch: patchOf(updatePut, '/api/partners/:id', z.extend(partnerBody, legacyFields)),
  updatePost: route({ ...update, ...legacyUpdate, path: '/api/partners/:id' }),
  toggle: route({
    method: 'DELETE',
    path: '/api/partners/:id',
    aliases: ['/api/partners/delete/:id'],
    ...change,
    summary: 'Deactivate or restore partner',
    description: 'Deactivating ends the sessions of the partner’s users.',
    params: idParams,
    body: toggleBody,
    response: toggleResponse,
  }),
  ...sheets,
  excel: route({
    ...sheets.excel,
    path: '/api/getAddPartnerExcelDoc',
    summary: 'Export all partners to Excel',
    description: 'Returns Partners.xlsx.',
  }),
  import: route({ ...sheets.import, path: '/api/saveAddPartnerExcelDoc' }),
  sync: syncCall('partners', partnerSheet),
}
