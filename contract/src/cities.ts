import * as z from 'zod/mini'
import { route } from './kit/api/route.ts'
import { id, idParams, name, recordShape } from './kit/fields/fields.ts'
import { choice } from './kit/list/choice.ts'
import { commonColumns, list } from './kit/list/list.ts'
import { records } from './kit/list/records.ts'

export const cityFields = {
  name: name('validation.city_name'),
  country_id: id,
}

const row = { name: z.string(), country_id: z.int(), country: choice }

export const cityList = list({
  columns: {
    id: commonColumns.id,
    name: commonColumns.name,
    country: { label: { cnr: 'Država', en: 'Country' }, filter: 'text' },
    is_active: commonColumns.is_active,
  },
  search: ['name', 'country'],
  sort: { by: 'name', desc: false },
})

export const cities = {
  ...records('cities', {
    ...{ row, fields: cityFields, list: cityList },
    pickedFor: ['partners.change', 'stores.change'],
  }),
  ofCountry: route({
    method: 'GET',
    path: '/api/cities/:id',
    audience: 'staff',
    needs: ['cities.see', 'partners.change', 'stores.change'],
    summary: 'The cities of one country',
    params: idParams,
    reply: z.array(z.object({ ...recordShape, ...row })),
  }),
}
export type City = z.infer<typeof cities.create.reply>
