import { wordField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const banks = resource({
  name: 'banks',
  noun: {
    cnr: { gender: 'f', title: 'Banke', one: 'Banka', accusative: 'banku', other: 'banaka' },
    en: { title: 'Banks', one: 'Bank' },
  },
  icon: 'building',
  fields: {
    name: { ...wordField, unique: true },
    number: {
      kind: 'text',
      label: { cnr: 'Broj', en: 'Number' },
      help: {
        cnr: 'Prve tri cifre broja računa.',
        en: 'The first three digits of an account number.',
      },
      required: true,
      exactly: 3,
      like: 'digits',
      wrong: 'validation.bank_number',
      searched: true,
      unique: true,
      taken: 'validation.unique_number',
    },
  },
  pickedFor: ['bank_accounts.change'],
})
