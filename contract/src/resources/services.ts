import { nameField, noteField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const services = resource({
  name: 'services',
  noun: {
    cnr: { gender: 'f', title: 'Usluge', one: 'Usluga', accusative: 'uslugu', other: 'usluga' },
    en: { title: 'Services', one: 'Service' },
  },
  icon: 'list',
  fields: {
    name: { ...nameField, unique: true },
    category_id: {
      kind: 'reference',
      label: { cnr: 'Kategorija', en: 'Category' },
      to: 'categories',
      searched: true,
    },
    serial_number: {
      kind: 'text',
      label: { cnr: 'Serijski broj', en: 'Serial number' },
      max: 50,
      searched: true,
    },
    duration: { kind: 'count', label: { cnr: 'Trajanje (dana)', en: 'Duration (days)' }, max: 3650 },
    payment_type: {
      kind: 'choice',
      label: { cnr: 'Način plaćanja', en: 'Payment type' },
      required: true,
      options: [
        { value: 'one_time', label: { cnr: 'Jednokratno', en: 'One-time' } },
        { value: 'monthly_limited', label: { cnr: 'Mjesečno, ograničeno', en: 'Monthly, limited' } },
        { value: 'monthly_unlimited', label: { cnr: 'Mjesečno, neograničeno', en: 'Monthly, unlimited' } },
      ],
    },
    vat_id: { kind: 'reference', label: { cnr: 'Stopa PDV-a', en: 'VAT rate' }, to: 'vats' },
    completion_months: {
      kind: 'count',
      label: { cnr: 'Rok završetka (mjeseci)', en: 'Completion (months)' },
      max: 600,
    },
    accreditation: {
      kind: 'flag',
      label: { cnr: 'Akreditacija', en: 'Accreditation' },
      words: { yes: { cnr: 'ima', en: 'yes' }, no: { cnr: 'nema', en: 'no' } },
    },
    note: noteField,
    template: {
      kind: 'text',
      label: { cnr: 'Šablon (.docx)', en: 'Template (.docx)' },
      readOnly: true,
      unlisted: true,
    },
  },
})
