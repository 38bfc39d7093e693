import * as z from 'zod/mini'
import { id } from '../fields/fields.ts'
import { type ListDefinition, listBody } from './list.ts'

/** A record's id and the name people know it by, as pickers and lists of choices need it. */
export const choice = z.object({ id: z.int(), name: z.string() })

/** Body of a list that is picked from: `only` lists these records alone, such as those that are chosen on a screen. */
export const pickBody = <C extends string>(definition: ListDefinition<C>) =>
  z.extend(listBody(definition), {
    only: z.optional(z.array(id).check(z.maxLength(50_000, 'validation.too_many'))),
  })
