import * as z from 'zod/mini'
import { idParams, recordShape, toggleBody, toggleResponse, version } from '../fields/fields.ts'
import { patchOf } from '../http/patch.ts'
import type { Permission } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { LIST_OR_FILE, type ListDefinition, listQuery } from './list.ts'

/** `VAT rate` and `VAT rates`. */
export interface Nouns {
  one: string
  many: string
}

interface Definition<Row, Fields, C extends string> {
  row: Row
  /** The English nouns of its records, inside a sentence. */
  nouns: Nouns
  fields: Fields
  list: ListDefinition<C>
  /** Rules between a form's fields. */
  checks?: readonly ReturnType<typeof z.refine<Record<string, unknown>>>[]
  /** Further permissions that allow reading the active records: to change records that refer to them. */
  pickedFor?: readonly Permission[]
}

/** The permission area of these routes: the first segment of the path. */
type AreaOf<P extends string> = P extends `${infer Area}/${string}` ? Area : P

/**
 * The routes of a small list that the browser loads completely: all records, active ones, add, update, toggle. `row`
 * declares further fields of a list row, `fields` those of a form.
 */
export function records<
  const P extends string,
  Row extends z.core.$ZodLooseShape,
  Fields extends z.core.$ZodLooseShape,
  C extends string,
>(path: P, definition: Definition<Row, Fields, C>) {
  const { one, many } = definition.nouns
  const area = path.replace(/\/.*/, '') as AreaOf<P>
  const see = { audience: 'staff', permission: `${area}.see` } as const
  const change = { audience: 'staff', permission: `${area}.change` } as const
  const row = z.object({ ...recordShape, ...definition.row })
  const fields = z
    .strictObject({ ...definition.fields, version })
    .check(...((definition.checks ?? []) as ReturnType<typeof z.refine>[])) // they check objects of any fields
  const update = route({
    method: 'PUT',
    path: `/api/${path}/:id`,
    ...change,
    summary: `Update ${one}`,
    params: idParams,
    body: fields,
    response: row,
  })
  return {
    index: route({
      method: 'GET',
      path: `/api/${path}`,
      ...see,
      summary: `List ${many}`,
      description: LIST_OR_FILE,
      query: listQuery(definition.list),
      response: z.array(row),
    }),
    active: route({
      method: 'GET',
      path: `/api/${path}Active`,
      audience: 'staff',
      permission: [`${area}.see`, ...(definition.pickedFor ?? [])],
      summary: `List active ${many}`,
      response: z.array(row),
    }),
    create: route({
      method: 'POST',
      path: `/api/${path}`,
      ...change,
      summary: `Create ${one}`,
      body: fields,
      response: row,
      creates: true,
    }),
    update,
    patch: patchOf(update, `/api/${path}/:id`, fields),
    toggle: route({
      method: 'DELETE',
      path: `/api/${path}/:id`,
      aliases: [`/api/${path}/delete/:id`],
      ...change,
      summary: `Deactivate or restore ${one}`,
      params: idParams,
      body: toggleBody,
      response: toggleResponse,
    }),
  }
}
