import * as z from 'zod/mini'
import { route } from '../lib/http/route.ts'

/** Requested on every screen, hence in a file of its own that imports nothing of lists. */
export const undelivered = route({
  method: 'GET',
  path: '/api/cart/undelivered',
  audience: 'staff',
  permission: 'cart.see',
  summary: 'Count undelivered cart lines',
  description: 'Counts the lines of all campaigns.',
  response: z.object({ items: z.int() }),
})
