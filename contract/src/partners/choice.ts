import * as z from 'zod/mini'
import { recordShape } from '../lib/fields/fields.ts'
import { commonColumns, recordRef } from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { columnsOf } from '../lib/resources/columns.ts'
import { plainFields } from './fields.ts'

/** A partner in pickers. */
export const partnerChoice = z.object({
  ...recordShape,
  name: z.string(),
  city: z.nullable(recordRef),
  category_names: z.string(),
})

export const partnerNoun = {
  cnr: {
    gender: 'm',
    title: 'Partneri',
    one: 'Partner',
    accusative: 'partnera',
    few: 'partnera',
    other: 'partnera',
  },
  en: { title: 'Partners', one: 'Partner' },
  hint: {
    cnr: 'Prijava u aplikaciju više neće biti moguća.',
    en: 'Signing in to the app will no longer be possible.',
  },
  empty_hint: {
    cnr: 'Dodajte prvog ili ih uvezite iz Excela.',
    en: 'Add the first one or import them from Excel.',
  },
} as const

/** The list of a partner picker. */
export const partnerChoiceList = recordList({
  name: 'partners',
  noun: partnerNoun,
  columns: {
    id: { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } },
    name: commonColumns.name,
    city: columnsOf(plainFields).city,
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
  },
  search: ['id', 'name', 'city'],
  sort: { by: 'id', desc: false },
})
