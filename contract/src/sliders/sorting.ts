import * as z from 'zod/mini'
import { eachOnce, id, many, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { keysOf } from '../lib/lists/keys.ts'
import { sliderStates, sliderType } from './kinds.ts'

/** Most sliders with a place. */
export const MAX_PLACED = 1000

/** An active slider among the others, in the order in which partners see them. */
const sortedSlider = z.object({
  id: z.int(),
  name: z.string(),
  type: sliderType,
  /** File name under /api/images/sliders. */
  image: z.string(),
  state: z.enum(keysOf(sliderStates)),
  visible_from: z.nullable(moment),
  /** Its place, from 1; null for one that follows automatically. */
  position: z.nullable(z.int()),
  /** Where it would be if no slider had a place, from 1. */
  automatic: z.int(),
})
export type SortedSlider = z.infer<typeof sortedSlider>

const response = z.array(sortedSlider)

export const sliderSorting = {
  index: route({
    method: 'GET',
    path: '/api/sliders/order',
    audience: 'staff',
    permission: 'sliders.see',
    summary: 'List slider order',
    description: 'Returns the active sliders in the order in which partners see them.',
    response,
  }),
  save: route({
    method: 'PUT',
    path: '/api/sliders/order',
    audience: 'staff',
    permission: 'sliders.change',
    summary: 'Save slider order',
    description: 'The given active sliders get the first positions in this order. All others lose theirs.',
    body: z.strictObject({
      ids: many(id, MAX_PLACED).check(eachOnce('validation.twice')),
    }),
    response,
  }),
}
