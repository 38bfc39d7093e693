import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'
import { partnerField } from '../partners/partnerField.ts'

export const child_partners = resource({
  name: 'child_partners',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Podređeni partneri',
      one: 'Podređeni partner',
      accusative: 'podređenog partnera',
      few: 'podređena partnera',
      other: 'podređenih partnera',
    },
    en: { title: 'Child partners', one: 'Child partner' },
  },
  icon: 'building',
  large: true,
  parent: 'partner_id',
  fields: {
    name: { ...nameField, unique: ['partner_id'] },
    partner_id: { ...partnerField, label: { cnr: 'Nadređeni partner', en: 'Superior partner' } },
    address: { kind: 'text', label: { cnr: 'Adresa', en: 'Address' }, searched: true },
    pib: {
      kind: 'text',
      label: { cnr: 'PIB', en: 'Tax number (PIB)' },
      exactly: 8,
      wrong: 'validation.pib',
      searched: true,
    },
    pdv: { kind: 'text', label: { cnr: 'PDV broj', en: 'VAT number (PDV)' }, max: 50, searched: true },
    partner_type_id: {
      kind: 'reference',
      label: { cnr: 'Tip partnera', en: 'Partner type' },
      to: 'partner_types',
    },
  },
})
