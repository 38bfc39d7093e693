import * as z from 'zod/mini'
import { route } from './kit/api/route.ts'
import {
  id,
  idOrRecord,
  idParams,
  name,
  optionalText,
  recordShape,
  text,
  toggleBody,
  toggleReply,
  typedId,
  version,
} from './kit/fields/fields.ts'
import { password, passwordsMatch } from './kit/fields/identity.ts'
import { importCalls, importResult, importSummary, importUpload } from './kit/imports/imports.ts'
import { sheet } from './kit/imports/sheet.ts'
import { choice } from './kit/list/choice.ts'
import { keyed, keysOf } from './kit/list/keyed.ts'
import { commonColumns, list, listBody, paged } from './kit/list/list.ts'
import { figure, optionalFigure } from './kit/numbers/decimal-field.ts'
import { legacyFields, legacyUpdate } from './partners/legacy.ts'

/** A partner as pickers and lists of choices show it. */
export const partnerChoice = z.object({
  ...recordShape,
  name: z.string(),
  city: z.nullable(z.string()),
  category_names: z.string(),
})

/** The partners' figures in the order of the accountants' sheet. */
export const figureLabels = {
  debt: { cnr: 'Dug', en: 'Debt' },
  moneyCirculation: { cnr: 'Promet', en: 'Turnover' },
  annualPlan: { cnr: 'Godišnji plan', en: 'Annual plan' },
  payment: { cnr: 'Plaćanje', en: 'Payment' },
  bonus: { cnr: 'Bonus', en: 'Bonus' },
  toolCash: { cnr: 'Alat cash', en: 'Tool cash' },
  debitLimit: { cnr: 'Limit zaduženja', en: 'Debit limit' },
  outOfCurrency: { cnr: 'Van valute', en: 'Overdue' },
  paymentTires: { cnr: 'Plaćanje gume', en: 'Payment, tyres' },
  bonusTires: { cnr: 'Bonus gume', en: 'Bonus, tyres' },
  toolCashTires: { cnr: 'Alat cash gume', en: 'Tool cash, tyres' },
  annualPlanTires: { cnr: 'Godišnji plan gume', en: 'Annual plan, tyres' },
  moneyCirculationTires: { cnr: 'Promet gume', en: 'Turnover, tyres' },
} as const
export type FigureName = keyof typeof figureLabels
export const figureNames = keysOf(figureLabels)

const eachFigure = <T>(make: (label: (typeof figureLabels)[FigureName]) => T) =>
  keyed(figureNames, (name) => make(figureLabels[name]))

/** A whole partner. Figures are decimals (`1234.500`) or percentages (`5%`). */
export const partner = z.object({
  ...recordShape,
  name: z.string(),
  phone: z.nullable(z.string()),
  haynes_pro_username: z.nullable(z.string()),
  city_id: z.nullable(z.int()),
  city: z.nullable(choice),
  categories: z.array(choice),
  category_names: z.string(),
  /** Only for whoever may see them. */
  ...eachFigure(() => z.optional(z.string())),
})
export type Partner = z.infer<typeof partner>

const atLeastOne = 'validation.categoryCountException'

const shared = {
  name: name('validation.partner_name'),
  phone: optionalText(50),
  haynes_pro_username: optionalText(),
  ...legacyFields,
  city_id: id,
  categories: z.array(idOrRecord, atLeastOne).check(z.minLength(1, atLeastOne), z.maxLength(500, atLeastOne)),
  /** All of them from whoever may change them; from others as they stand, or none. */
  ...eachFigure(() => z.optional(figure)),
  debitLimit: optionalFigure,
  outOfCurrency: optionalFigure,
  confirmPassword: z.optional(z.nullable(z.string())),
}

/** What the add form sends. The id is the partner's number in the office's own books; it becomes its username. */
export const partnerCreate = z
  .strictObject({ id: typedId, ...shared, password: password(1) })
  .check(passwordsMatch)
/** What the edit form sends; without a password it stays as it is. */
export const partnerUpdate = z
  .strictObject({ ...shared, password: z.optional(z.nullable(password(0))), version })
  .check(passwordsMatch)

export const partnerList = list({
  columns: {
    id: { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } },
    name: commonColumns.name,
    phone: { label: { cnr: 'Telefon', en: 'Phone' }, filter: 'text' },
    haynes_pro_username: { label: { cnr: 'Haynes Pro korisnik', en: 'Haynes Pro user' }, filter: 'text' },
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
    city: { label: { cnr: 'Grad', en: 'City' }, filter: 'text' },
    ...eachFigure((label) => ({ label, filter: 'number' as const, money: true as const })),
    is_active: commonColumns.is_active,
  },
  search: ['id', 'name', 'phone', 'haynes_pro_username', 'city'],
  sort: { by: 'id', desc: false },
  sizes: [10, 20, 30, 50, 100],
})

const { columns } = partnerList
const number = { kind: 'integer', required: true, filled: true, check: id } as const
const sheetId = { header: columns.id.label, also: ['Šifra partnera', 'Šifra kupca'], ...number }
const amount = { kind: 'decimal', percent: true, check: figure } as const
const sheetFigures = eachFigure((header) => ({ header, ...amount }))

/** The Excel layout of import and export. */
export const partnerSheet = sheet({
  id: sheetId,
  name: {
    header: columns.name.label,
    also: ['Naziv partnera', 'Naziv kupca'],
    kind: 'text',
    filled: true,
    check: name('validation.partner_name'),
    width: 36,
  },
  phone: { header: columns.phone.label, also: ['Tel.'], kind: 'text', check: text({ max: 50 }), width: 18 },
  haynes_pro_username: { header: columns.haynes_pro_username.label, kind: 'text', check: text(), width: 20 },
  /** Separated by semicolons. */
  categories: { header: columns.category_names.label, also: ['Kategorija'], kind: 'text', width: 32 },
  city: { header: columns.city.label, also: ['Mjesto'], kind: 'text', width: 18 },
  ...sheetFigures,
})

/** What of it an import reads that is 'only financial'. */
export const financialSheet = sheet({ id: sheetId, ...sheetFigures })

const partnerImportResult = z.extend(importResult, {
  /** The partners that it added or changed, the first hundred. */
  result: z.array(partner),
  /** Passwords of the logins that it added: told here and never again. */
  passwords: z.array(z.object({ id: z.int(), name: z.string(), password: z.string() })),
})
export type PartnerImportResult = z.infer<typeof partnerImportResult>

const see = { audience: 'staff', needs: 'partners.see' } as const
const change = { audience: 'staff', needs: 'partners.change' } as const
const update = { ...change, params: idParams, body: partnerUpdate, reply: partner } as const

export const partners = {
  index: route({
    method: 'POST',
    path: '/api/partners/index',
    ...see,
    summary: 'A page of partners, or a file of them',
    body: listBody(partnerList),
    reply: paged(partner),
  }),
  all: route({
    ...{ method: 'GET', path: '/api/partners' },
    ...see,
    summary: 'All partners',
    reply: z.array(partner),
  }),
  active: route({
    ...{ method: 'GET', path: '/api/partnersActive' },
    ...{ audience: 'staff', needs: ['partners.see', 'users.change'] },
    summary: 'The active partners',
    reply: z.array(partnerChoice),
  }),
  one: route({
    ...{ method: 'GET', path: '/api/partners/:id' },
    ...see,
    summary: 'One partner',
    params: idParams,
    reply: partner,
  }),
  create: route({
    ...{ method: 'POST', path: '/api/partners' },
    ...change,
    summary: 'Adds a partner and its login, whose username is the partner’s id',
    body: partnerCreate,
    reply: partner,
    creates: true,
  }),
  update: route({
    ...update,
    method: 'PUT',
    path: '/api/partners/:id',
    summary: 'Changes a partner; a new password ends the sessions of its users',
  }),
  updatePost: route({ ...update, ...legacyUpdate, path: '/api/partners/:id' }),
  toggle: route({
    method: 'DELETE',
    path: '/api/partners/:id',
    aliases: ['/api/partners/delete/:id'],
    ...change,
    summary: 'Deactivates a partner, which ends the sessions of its users, or reactivates one',
    params: idParams,
    body: toggleBody,
    reply: toggleReply,
  }),
  excel: route({
    ...{ method: 'GET', path: '/api/getAddPartnerExcelDoc' },
    ...{ audience: 'staff', needs: 'partners.export' },
    summary: 'All partners as Partners.xlsx',
    reply: 'file',
  }),
  import: route({
    ...importUpload(partnerSheet),
    ...{ method: 'POST', path: '/api/saveAddPartnerExcelDoc' },
    ...{ audience: 'staff', needs: 'partners.import' },
    summary: importSummary('partners'),
    reply: partnerImportResult,
  }),
  ...importCalls('partners'),
}
