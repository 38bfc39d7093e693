import { commonColumns } from '../kit/list/list.ts'
import type { Fields } from '../kit/resource/fields.ts'

const figure = (cnr: string, en: string) => ({ kind: 'figure', label: { cnr, en } }) as const
const asked = (cnr: string, en: string) => ({ ...figure(cnr, en), required: true }) as const

/** The figures in the order of the accountants' sheet. */
export const figureFields = {
  debt: asked('Dug', 'Debt'),
  moneyCirculation: asked('Promet', 'Turnover'),
  annualPlan: asked('Godišnji plan', 'Annual plan'),
  payment: asked('Plaćanje', 'Payment'),
  bonus: asked('Bonus', 'Bonus'),
  toolCash: asked('Alat cash', 'Tool cash'),
  debitLimit: figure('Limit zaduženja', 'Debit limit'),
  outOfCurrency: figure('Van valute', 'Overdue'),
  paymentTires: asked('Plaćanje gume', 'Payment, tyres'),
  bonusTires: asked('Bonus gume', 'Bonus, tyres'),
  toolCashTires: asked('Alat cash gume', 'Tool cash, tyres'),
  annualPlanTires: asked('Godišnji plan gume', 'Annual plan, tyres'),
  moneyCirculationTires: asked('Promet gume', 'Turnover, tyres'),
} as const satisfies Fields
export type FigureName = keyof typeof figureFields

/** What everybody who may see partners sees of one, beside its number and its categories, which are links. */
export const plainFields = {
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
    sheet: { also: ['Mjesto'], width: 18 },
  },
} as const satisfies Fields

/** Everything that a partner's own row holds. */
export const partnerFields = { ...plainFields, ...figureFields } as const satisfies Fields
