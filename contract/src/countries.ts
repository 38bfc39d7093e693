import * as z from 'zod/mini'
import { route } from './kit/api/route.ts'
import { idParams, name, optionalText, recordShape } from './kit/fields/fields.ts'
import { commonColumns, list } from './kit/list/list.ts'
import { records } from './kit/list/records.ts'

export const countryFields = {
  name: name('validation.country_name'),
  post_code: optionalText(20),
}

const row = { name: z.string(), post_code: z.nullable(z.string()) }

export const countryList = list({
  columns: {
    name: commonColumns.name,
    post_code: { label: { cnr: 'Poštanska oznaka', en: 'Postal code' }, filter: 'text' },
    is_active: { ...commonColumns.is_active, label: { cnr: 'Aktivna', en: 'Active' } },
  },
  search: ['name', 'post_code'],
  sort: { by: 'name', desc: false },
})

export const countries = {
  ...records('countries', {
    ...{ row, fields: countryFields, list: countryList },
    pickedFor: ['cities.change'],
  }),
  one: route({
    method: 'GET',
    path: '/api/countries/:id',
    audience: 'staff',
    needs: 'countries.see',
    summary: 'One country',
    params: idParams,
    reply: z.object({ ...recordShape, ...row }),
  }),
}
export type Country = z.infer<typeof countries.create.reply>
