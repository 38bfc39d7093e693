import * as z from 'zod/mini'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

export const portalStores = {
  index: route({
    method: 'GET',
    path: '/api/app/stores',
    audience: 'partner',
    summary: 'List visible stores',
    description: 'Returns the active stores by name, with their location and active contacts.',
    response: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        address: z.string(),
        city: recordRef,
        latitude: z.string(),
        longitude: z.string(),
        phones: z.array(z.string()),
      }),
    ),
  }),
}
