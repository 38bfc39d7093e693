import * as z from 'zod/mini'
import { idParams, recordShape, toggleBody, toggleReply, version } from '../fields/fields.ts'
import { patchOf } from '../http/patch.ts'
import type { Permission } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { type ListDefinition, listQuery } from './list.ts'

interface Definition<Row, Fields, C extends string> {
  row: Row
  fields: Fields
  list: ListDefinition<C>
  /** What a form's fields must be to one another. */
  checks?: readonly ReturnType<typeof z.refine<Record<string, unknown>>>[]
  /** What else lets somebody read the active ones: to change what refers to them. */
  pickedFor?: readonly Permission[]
}

/** What rights for these calls are given for: of a path below another it is that one's. */
type AreaOf<P extends string> = P extends `${infer Area}/${string}` ? Area : P

/**
 * The calls of a small list that the browser holds whole: read all, read the active ones, add, edit, toggle.
 * `row` is what a list shows, `fields` what a form sends; both say only what is the resource's own.
 */
export function records<
  const P extends string,
  Row extends z.core.$ZodLooseShape,
  Fields extends z.core.$ZodLooseShape,
  C extends string,
>(path: P, definition: Definition<Row, Fields, C>) {
  const area = path.replace(/\/.*/, '') as AreaOf<P>
  const see = { audience: 'staff', permission: `${area}.see` } as const
  const change = { audience: 'staff', permission: `${area}.change` } as const
  const row = z.object({ ...recordShape, ...definition.row })
  const fields = z
    .strictObject({ ...definition.fields, version })
    .check(...((definition.checks ?? []) as ReturnType<typeof z.refine>[])) // they judge objects of any fields
  const update = route({
    method: 'PUT',
    path: `/api/${path}/:id`,
    ...change,
    summary: `Changes one of ${path}`,
    params: idParams,
    body: fields,
    reply: row,
  })
  return {
    index: route({
      method: 'GET',
      path: `/api/${path}`,
      ...see,
      summary: `All ${path}; with report_data a file of them`,
      query: listQuery(definition.list),
      reply: z.array(row),
    }),
    active: route({
      method: 'GET',
      path: `/api/${path}Active`,
      audience: 'staff',
      permission: [`${area}.see`, ...(definition.pickedFor ?? [])],
      summary: `The active ${path}`,
      reply: z.array(row),
    }),
    create: route({
      method: 'POST',
      path: `/api/${path}`,
      ...change,
      summary: `Adds one of ${path}`,
      body: fields,
      reply: row,
      creates: true,
    }),
    update,
    patch: patchOf(update, `/api/${path}/:id`, fields),
    toggle: route({
      method: 'DELETE',
      path: `/api/${path}/:id`,
      aliases: [`/api/${path}/delete/:id`],
      ...change,
      summary: `Deactivates or reactivates one of ${path}`,
      params: idParams,
      body: toggleBody,
      reply: toggleReply,
    }),
  }
}
