import * as z from 'zod/mini'
import { route } from './kit/api/route.ts'
import { idParams, name, recordShape } from './kit/fields/fields.ts'
import { commonColumns, list } from './kit/list/list.ts'
import { records } from './kit/list/records.ts'

export const categoryFields = { name: name('validation.category_name') }

const row = { name: z.string() }

export const categoryList = list({
  columns: {
    id: commonColumns.id,
    name: commonColumns.name,
    is_active: { ...commonColumns.is_active, label: { cnr: 'Aktivna', en: 'Active' } },
  },
  search: ['name'],
  sort: { by: 'name', desc: false },
})

export const categories = {
  ...records('categories', {
    ...{ row, fields: categoryFields, list: categoryList },
    pickedFor: ['partners.change', 'sliders.change', 'notifications.send'],
  }),
  one: route({
    method: 'GET',
    path: '/api/categories/:id',
    audience: 'staff',
    needs: 'categories.see',
    summary: 'One category',
    params: idParams,
    reply: z.object({ ...recordShape, ...row }),
  }),
}
export type Category = z.infer<typeof categories.create.reply>
