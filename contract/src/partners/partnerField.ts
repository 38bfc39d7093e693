/** The partner to whom a record belongs. */
export const partnerField = {
  kind: 'reference',
  label: { cnr: 'Partner', en: 'Partner' },
  to: 'partners',
  numbered: true,
  required: true,
  inactive: 'validation.inactive_partner',
  searched: true,
} as const

/** The code of that partner as a column. */
export const partnerCode = {
  label: { cnr: 'Šifra partnera', en: 'Partner code' },
  filter: 'number',
  at: ['partner', 'id'],
} as const
