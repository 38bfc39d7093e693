import { commonColumns } from '../lib/lists/list.ts'
import type { Fields } from '../lib/resources/fields.ts'

const moneyOrPercent = (cnr: string, en: string) => ({ kind: 'moneyOrPercent', label: { cnr, en } }) as const
const requiredMoneyOrPercent = (cnr: string, en: string) =>
  ({ ...moneyOrPercent(cnr, en), required: true }) as const

/** Debts, plans and bonuses in the order of the accountants' sheet. */
export const figureFields = {
  debt: requiredMoneyOrPercent('Dug', 'Debt'),
  moneyCirculation: requiredMoneyOrPercent('Promet', 'Turnover'),
  annualPlan: requiredMoneyOrPercent('Godišnji plan', 'Annual plan'),
  payment: requiredMoneyOrPercent('Plaćanje', 'Payment'),
  bonus: requiredMoneyOrPercent('Bonus', 'Bonus'),
  toolCash: requiredMoneyOrPercent('Alat cash', 'Tool cash'),
  debitLimit: { ...moneyOrPercent('Limit zaduženja', 'Credit limit'), sheet: { also: ['Debit limit'] } },
  outOfCurrency: moneyOrPercent('Van valute', 'Overdue'),
  paymentTires: requiredMoneyOrPercent('Plaćanje gume', 'Payment, tyres'),
  bonusTires: requiredMoneyOrPercent('Bonus gume', 'Bonus, tyres'),
  toolCashTires: requiredMoneyOrPercent('Alat cash gume', 'Tool cash, tyres'),
  annualPlanTires: requiredMoneyOrPercent('Godišnji plan gume', 'Annual plan, tyres'),
  moneyCirculationTires: requiredMoneyOrPercent('Promet gume', 'Turnover, tyres'),
} as const satisfies Fields
export type FigureName = keyof typeof figureFields

/** The main fields of a partner, besides its number and its categories. */
export const basicFields = {
  name: {
    kind: 'text',
    label: commonColumns.name.label,
    required: true,
    min: 2,
    short: 'validation.partner_name',
    searched: true,
    sheet: { also: ['Naziv partnera', 'Naziv kupca'], width: 36 },
  },
  phone: {
    kind: 'text',
    label: { cnr: 'Telefon', en: 'Phone' },
    max: 50,
    searched: true,
    sheet: { also: ['Tel.'], width: 18 },
  },
  haynes_pro_username: {
    kind: 'text',
    label: { cnr: 'Haynes Pro korisnik', en: 'Haynes Pro user' },
    searched: true,
    sheet: { width: 20 },
  },
  city_id: {
    kind: 'reference',
    to: 'cities',
    label: { cnr: 'Grad', en: 'City' },
    required: true,
    mayLack: true,
    searched: true,
    inactive: 'validation.inactive_city',
    sheet: { also: ['Mjesto'], width: 18 },
  },
} as const satisfies Fields

const text = (cnr: string, en: string, max: number, ...also: string[]) =>
  ({ kind: 'text', label: { cnr, en }, max, sheet: { also, width: Math.min(max, 24) } }) as const

/**
 * Further fields of a partner: all are optional, forms collapse them and lists hide them by default. When omitted they
 * are not changed, because the documents' forms do not have them.
 */
export const moreFields = {
  partner_number: text('Broj partnera', 'Partner number', 50),
  superior_partner_id: {
    kind: 'reference',
    to: 'partners',
    label: { cnr: 'Nadređeni partner', en: 'Superior partner' },
    inactive: 'validation.inactive_partner',
    sheet: { also: ['Šifra nadređenog', 'Nadređeni'], width: 20 },
  },
  partner_type_id: {
    kind: 'reference',
    to: 'partner_types',
    label: { cnr: 'Tip partnera', en: 'Partner type' },
    sheet: { also: ['Tip', 'Vrsta partnera'], width: 18 },
  },
  sifdob: text('Šifra dobavljača', 'Supplier code', 50, 'sifdob'),
  code: text('Oznaka', 'Short code', 50, 'Kod'),
  pib: {
    ...text('PIB', 'Tax number (PIB)', 50, 'Poreski broj', 'PIB broj'),
    exactly: 8,
    wrong: 'validation.pib',
  },
  pdv: text('PDV broj', 'VAT number (PDV)', 50, 'PDV', 'VAT number'),
  account_number: text('Žiro račun', 'Account number', 50, 'Broj računa', 'Tekući račun'),
  post_code: text('Poštanski broj', 'Postal code', 20, 'Pošta'),
  country_id: {
    kind: 'reference',
    to: 'countries',
    label: { cnr: 'Država', en: 'Country' },
    inactive: 'validation.inactive_country',
    sheet: { also: ['Zemlja'], width: 18 },
  },
  email: { ...text('E-mail', 'E-mail', 254, 'E-pošta', 'Mail'), like: 'email' },
  authorised_person: {
    ...text('Ovlašćeno lice', 'Authorised person', 120, 'Ovlašćena osoba'),
    like: 'no_digit_first',
  },
  contact_person: { ...text('Kontakt osoba', 'Contact person', 120, 'Kontakt'), like: 'no_digit_first' },
  ordered_by_person: {
    ...text('Naručilac', 'Ordered by', 120, 'Lice koje naručuje', 'Ordered-by person'),
    like: 'no_digit_first',
  },
  pin: {
    ...text('PIN', 'PIN', 8),
    like: 'digits',
    min: 4,
    short: 'validation.pin',
    wrong: 'validation.pin',
    help: {
      cnr: 'Od 4 do 8 cifara po kojima partnera prepoznajete na telefonu. Nije lozinka.',
      en: '4 to 8 digits to recognise the partner on the phone. Not a password.',
    },
  },
} as const satisfies Fields

/** Fields for everybody with permission to see partners. */
export const plainFields = { ...basicFields, ...moreFields } as const satisfies Fields

/** All fields of a partner's table. */
export const partnerFields = { ...basicFields, ...figureFields, ...moreFields } as const satisfies Fields
