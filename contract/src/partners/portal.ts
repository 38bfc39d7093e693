import * as z from 'zod/mini'
import { moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { keyed } from '../lib/lists/keys.ts'
import { recordRef } from '../lib/lists/list.ts'
import { figureNames } from '../partners.ts'

export const portalPartners = {
  profile: route({
    method: 'GET',
    path: '/api/app/profile',
    audience: 'partner',
    summary: 'Get own partner profile',
    description: 'Includes all its figures.',
    response: z.object({
      id: z.int(),
      name: z.string(),
      phone: z.nullable(z.string()),
      haynes_pro_username: z.nullable(z.string()),
      city: z.nullable(recordRef),
      categories: z.array(recordRef),
      ...keyed(figureNames, () => z.string()),
      updated_at: moment,
      /** The time of the last change of the figures. */
      figures_at: moment,
    }),
  }),
}
