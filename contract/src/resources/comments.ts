import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const comments = resource({
  name: 'comments',
  noun: {
    cnr: { gender: 'm', title: 'Komentari', one: 'Komentar', few: 'komentara', other: 'komentara' },
    en: { title: 'Comments', one: 'Comment' },
  },
  icon: 'document',
  fields: {
    name: { ...nameField, unique: true },
    text: { kind: 'text', label: { cnr: 'Tekst', en: 'Text' }, max: 2000, lines: true, searched: true },
  },
})
