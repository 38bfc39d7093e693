import { wordField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const workers = resource({
  name: 'workers',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Radnici',
      one: 'Radnik',
      accusative: 'radnika',
      few: 'radnika',
      other: 'radnika',
    },
    en: { title: 'Workers', one: 'Worker' },
  },
  icon: 'people',
  fields: {
    name: {
      ...wordField,
      label: { cnr: 'Ime i prezime', en: 'Full name' },
    },
    worker_type_id: {
      kind: 'reference',
      label: { cnr: 'Tip radnika', en: 'Worker type' },
      to: 'worker_types',
      required: true,
      searched: true,
    },
    jmbg: {
      kind: 'text',
      label: { cnr: 'JMBG', en: 'Personal number (JMBG)' },
      exactly: 13,
      like: 'digits',
      wrong: 'validation.jmbg',
      searched: true,
      unique: true,
      taken: 'validation.unique_worker',
    },
  },
})
