import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const replies = resource({
  name: 'replies',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Gotovi odgovori',
      one: 'Gotov odgovor',
      few: 'gotova odgovora',
      other: 'gotovih odgovora',
    },
    en: { title: 'Canned replies', one: 'Canned reply' },
    empty_hint: {
      cnr: 'Dodajte prvi. U konverzaciji i podršci upišite / na početku poruke da ga ubacite.',
      en: 'Add the first one. In conversations and support, type / at the start of a message to insert it.',
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
        cnr: 'Umjesto {partner} upisuje se naziv partnera, umjesto {korisnik} ime onoga kome pišete, a umjesto {potpis} vaše ime.',
        en: '{partner} is replaced by the partner’s name, {user} by the name of the person you write to, {signature} by yours.',
      },
      required: true,
      min: 2,
      max: 2000,
      lines: true,
      searched: true,
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
