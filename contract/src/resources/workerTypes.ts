import { wordField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const worker_types = resource({
  name: 'worker_types',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Tipovi radnika',
      one: 'Tip radnika',
      few: 'tipa radnika',
      other: 'tipova radnika',
    },
    en: { title: 'Worker types', one: 'Worker type' },
  },
  icon: 'tags',
  fields: { name: { ...wordField, unique: true } },
  pickedFor: ['workers.change'],
})
