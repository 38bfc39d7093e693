import * as z from 'zod/mini'
import { idParams, recordShape } from './kit/fields.ts'
import { commonColumns, list } from './kit/list.ts'
import { route } from './kit/route.ts'

/** A partner as pickers and lists of choices show it. */
export const partner = z.object({
  ...recordShape,
  name: z.string(),
  city: z.nullable(z.string()),
  category_names: z.string(),
})
export type Partner = z.infer<typeof partner>

export const partnerList = list({
  columns: {
    id: commonColumns.id,
    name: commonColumns.name,
    city: { label: { cnr: 'Grad', en: 'City' }, filter: 'text' },
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
    is_active: commonColumns.is_active,
  },
  search: ['id', 'name', 'city'],
  sort: { by: 'id', desc: false },
  sizes: [10, 20, 30, 50, 100],
})

export const partners = {
  all: route({
    method: 'GET',
    path: '/api/partners',
    audience: 'staff',
    summary: 'All partners',
    reply: z.array(partner),
  }),
  active: route({
    method: 'GET',
    path: '/api/partnersActive',
    audience: 'staff',
    summary: 'The active partners',
    reply: z.array(partner),
  }),
  one: route({
    method: 'GET',
    path: '/api/partners/:id',
    audience: 'staff',
    summary: 'One partner',
    params: idParams,
    reply: partner,
  }),
}
