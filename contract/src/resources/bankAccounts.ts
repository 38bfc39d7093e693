import { resource } from '../lib/resources/resource.ts'
import { partnerField } from '../partners/partnerField.ts'

export const bank_accounts = resource({
  name: 'bank_accounts',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Bankovni računi',
      one: 'Bankovni račun',
      few: 'bankovna računa',
      other: 'bankovnih računa',
    },
    en: { title: 'Bank accounts', one: 'Bank account' },
  },
  icon: 'coin',
  large: true,
  parent: 'partner_id',
  names: 'number',
  fields: {
    number: {
      kind: 'text',
      label: { cnr: 'Broj računa', en: 'Account number' },
      required: true,
      min: 5,
      max: 50,
      searched: true,
      unique: true,
      compact: true,
      taken: 'validation.unique_account',
    },
    partner_id: partnerField,
    bank_id: {
      kind: 'reference',
      label: { cnr: 'Banka', en: 'Bank' },
      to: 'banks',
      required: true,
      searched: true,
    },
  },
})
