import { wordField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'
import { partnerField } from '../partners/partnerField.ts'

export const contacts = resource({
  name: 'contacts',
  noun: {
    cnr: { gender: 'm', title: 'Kontakti', one: 'Kontakt', few: 'kontakta', other: 'kontakata' },
    en: { title: 'Contacts', one: 'Contact' },
  },
  icon: 'people',
  large: true,
  parent: 'partner_id',
  fields: {
    name: {
      ...wordField,
      label: { cnr: 'Ime i prezime', en: 'Full name' },
      unique: ['partner_id'],
      taken: 'validation.unique_contact',
    },
    partner_id: partnerField,
    contact_type_id: {
      kind: 'reference',
      label: { cnr: 'Tip kontakta', en: 'Contact type' },
      to: 'contact_types',
      required: true,
    },
    phone: { kind: 'text', label: { cnr: 'Telefon', en: 'Phone' }, like: 'phone', max: 50, searched: true },
    email: {
      kind: 'text',
      label: { cnr: 'E-mail', en: 'E-mail' },
      like: 'email',
      searched: true,
      sheet: { also: ['E-pošta'] },
    },
  },
})
