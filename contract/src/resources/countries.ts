import { resource } from '../kit/resource/resource.ts'

export const countries = resource({
  name: 'countries',
  words: {
    cnr: {
      title: 'Države',
      one: 'Država',
      add: 'Dodaj državu',
      new: 'Nova država',
      edit: 'Uredi državu',
      many: { one: '# državu', few: '# države', other: '# država' },
      hint: 'Više se neće nuditi u izboru.',
      empty: 'Još nema država',
      empty_hint: 'Dodajte prvu da bi gradovi imali gdje da pripadaju.',
      active: 'Aktivna',
      inactive: 'Neaktivna',
      counted: { one: 'aktivna država', few: 'aktivne države', other: 'aktivnih država' },
    },
    en: {
      title: 'Countries',
      one: 'Country',
      add: 'Add country',
      new: 'New country',
      edit: 'Edit country',
      many: { one: '# country', other: '# countries' },
      hint: 'It will no longer be offered.',
      empty: 'No countries yet',
      empty_hint: 'Add the first one so that cities have somewhere to belong.',
      active: 'Active',
      inactive: 'Inactive',
      counted: { one: 'active country', other: 'active countries' },
    },
  },
  icon: 'world',
  fields: {
    name: {
      kind: 'text',
      label: { cnr: 'Naziv', en: 'Name' },
      required: true,
      min: 2,
      short: 'validation.country_name',
      unique: true,
      searched: true,
    },
    post_code: {
      kind: 'text',
      label: { cnr: 'Poštanska oznaka', en: 'Postal code' },
      max: 20,
      searched: true,
    },
  },
  sort: { by: 'name', desc: false },
})
