import * as z from 'zod/mini'
import { recordShape } from '../lib/fields/fields.ts'
import { choice, commonColumns, list } from '../lib/lists/list.ts'
import { columnsOf } from '../lib/resources/columns.ts'
import { plainFields } from './fields.ts'

/** A partner in pickers. */
export const partnerChoice = z.object({
  ...recordShape,
  name: z.string(),
  city: z.nullable(choice),
  category_names: z.string(),
})

/** The list of a partner picker. */
export const partnerChoiceList = list({
  columns: {
    id: { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } },
    name: commonColumns.name,
    city: columnsOf(plainFields).city,
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
  },
  search: ['id', 'name', 'city'],
  sort: { by: 'id', desc: false },
})
