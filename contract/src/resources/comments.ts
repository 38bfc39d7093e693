import { nameField } from '../kit/resource/fields.ts'
import { resource } from '../kit/resource/resource.ts'

export const comments = resource({
  name: 'comments',
  noun: {
    cnr: { gender: 'm', title: 'Komentari', one: 'Komentar', two: 'komentara', none: 'komentara' },
    en: { title: 'Comments', one: 'Comment' },
  },
  icon: 'document',
  fields: {
    name: { ...nameField, unique: true },
    text: { kind: 'text', label: { cnr: 'Tekst', en: 'Text' }, max: 2000, lines: true, searched: true },
  },
})
