import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const replies = resource({
  name: 'replies',
  noun: {
    cnr: {
      ...{ gender: 'm', title: 'Gotovi odgovori', one: 'Gotov odgovor' },
      ...{ two: 'gotova odgovora', none: 'gotovih odgovora' },
      empty_hint: 'Dodajte prvi: u konverzaciji i podršci ubacuje se sa / na početku poruke.',
    },
    en: {
      ...{ title: 'Canned replies', one: 'Canned reply' },
      empty_hint:
        'Add the first one: in conversations and support a / at the beginning of a message puts it in.',
    },
  },
  icon: 'list',
  group: 'reference',
  fields: {
    name: { ...nameField, unique: true },
    text: {
      kind: 'text',
      label: { cnr: 'Tekst', en: 'Text' },
      help: {
        cnr: '{partner} postaje ime partnera, {korisnik} ime onoga kome pišete, {potpis} vaše ime.',
        en: '{partner} becomes the partner’s name, {korisnik} that of whom you write to, {potpis} yours.',
      },
      ...{ required: true, min: 2, max: 2000, lines: true, searched: true },
    },
    used_in: {
      kind: 'choice',
      label: { cnr: 'Gdje se nudi', en: 'Offered in' },
      required: true,
      options: [
        { value: 'both', label: { cnr: 'U konverzaciji i podršci', en: 'Conversations and support' } },
        { value: 'chat', label: { cnr: 'Samo u konverzaciji', en: 'Conversations only' } },
        { value: 'support', label: { cnr: 'Samo u podršci', en: 'Support only' } },
      ],
    },
  },
  pickedFor: ['sliders.send', 'customerSupport.change'],
})
