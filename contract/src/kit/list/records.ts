import * as z from 'zod/mini'
import { route } from '../api/route.ts'
import { idParams, recordShape, toggleBody, toggleReply, version } from '../fields/fields.ts'
import { type ListDefinition, listQuery } from './list.ts'

/**
 * The calls of a small list that the browser holds whole: read all, read the active ones, add, edit, toggle.
 * `row` is what a list shows, `fields` what a form sends; both say only what is the resource's own.
 */
export function records<
  const P extends string,
  Row extends z.core.$ZodLooseShape,
  Fields extends z.core.$ZodLooseShape,
  C extends string,
>(path: P, definition: { row: Row; fields: Fields; list: ListDefinition<C> }) {
  const row = z.object({ ...recordShape, ...definition.row })
  const fields = z.strictObject({ ...definition.fields, version })
  return {
    index: route({
      method: 'GET',
      path: `/api/${path}`,
      audience: 'staff',
      summary: `All ${path}; with report_data a file of them`,
      query: listQuery(definition.list),
      reply: z.array(row),
    }),
    active: route({
      method: 'GET',
      path: `/api/${path}Active`,
      audience: 'staff',
      summary: `The active ${path}`,
      reply: z.array(row),
    }),
    create: route({
      method: 'POST',
      path: `/api/${path}`,
      audience: 'staff',
      summary: `Adds one of ${path}`,
      body: fields,
      reply: row,
      creates: true,
    }),
    update: route({
      method: 'PUT',
      path: `/api/${path}/:id`,
      audience: 'staff',
      summary: `Changes one of ${path}`,
      params: idParams,
      body: fields,
      reply: row,
    }),
    toggle: route({
      method: 'DELETE',
      path: `/api/${path}/:id`,
      aliases: [`/api/${path}/delete/:id`],
      audience: 'staff',
      summary: `Deactivates or reactivates one of ${path}`,
      params: idParams,
      body: toggleBody,
      reply: toggleReply,
    }),
  }
}
