import * as z from 'zod/mini'
import { id } from '../fields/fields.ts'
import { type ListDefinition, listBody } from './list.ts'

/** A record's id and name, for pickers and references. */
export const choice = z.object({ id: z.int(), name: z.string() })

/** Body of a picker's list: `only` restricts it to these records, such as those chosen on a screen. */
export const pickBody = <C extends string>(definition: ListDefinition<C>) =>
  z.extend(listBody(definition), {
    only: z.optional(z.array(id).check(z.maxLength(50_000, 'validation.too_many'))),
  })
