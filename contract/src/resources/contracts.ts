import { resource } from '../lib/resources/resource.ts'
import { partnerField } from '../partners/partnerField.ts'

export const contracts = resource({
  name: 'contracts',
  noun: {
    cnr: { gender: 'm', title: 'Ugovori', one: 'Ugovor', few: 'ugovora', other: 'ugovora' },
    en: { title: 'Contracts', one: 'Contract' },
  },
  icon: 'document',
  large: true,
  parent: 'partner_id',
  names: 'number',
  fields: {
    number: {
      kind: 'text',
      label: { cnr: 'Naziv ili broj', en: 'Name or number' },
      required: true,
      max: 100,
      searched: true,
      unique: ['partner_id'],
      taken: 'validation.unique_contract',
    },
    partner_id: partnerField,
    date_from: { kind: 'day', label: { cnr: 'Od', en: 'From' }, required: true },
    date_to: { kind: 'day', label: { cnr: 'Do', en: 'To' }, notBefore: 'date_from' },
    number_of_recordings: { kind: 'count', label: { cnr: 'Broj snimanja', en: 'Number of recordings' } },
    remaining_recordings: {
      kind: 'count',
      label: { cnr: 'Preostala snimanja', en: 'Remaining recordings' },
      notAbove: 'number_of_recordings',
      message: 'validation.remaining_recordings',
    },
  },
})
