import { wordField } from '../kit/resource/fields.ts'
import { resource } from '../kit/resource/resource.ts'

export const worker_types = resource({
  name: 'worker_types',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Tipovi radnika',
      one: 'Tip radnika',
      two: 'tipa radnika',
      none: 'tipova radnika',
    },
    en: { title: 'Worker types', one: 'Worker type' },
  },
  icon: 'tags',
  fields: { name: { ...wordField, unique: true } },
  pickedFor: ['workers.change'],
})
