import * as z from 'zod/mini'
import { idParams, idText, moment, offset, text } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

/** A folder, a file or a link for partners. */
const portalSupportNode = z.object({
  id: z.int(),
  parent_id: z.nullable(z.int()),
  name: z.string(),
  description: z.nullable(z.string()),
  is_item: z.boolean(),
  is_file: z.boolean(),
  /** Of a link its URL; of a file its download path. */
  link: z.nullable(z.string()),
  file_name: z.nullable(z.string()),
  file_type: z.nullable(z.string()),
  file_size: z.nullable(z.int()),
  /** Number of direct children of a folder. */
  children: z.int(),
  updated_at: moment,
  /** Its ancestors, from the root. */
  path: z.array(recordRef),
})
export type PortalSupportNode = z.infer<typeof portalSupportNode>

const partner = { audience: 'partner' } as const

export const portalTechnicalSupport = {
  index: route({
    ...partner,
    method: 'GET',
    path: '/api/app/technical_support',
    summary: 'List visible technical support nodes',
    description:
      'Returns the content of the folder `in` (without it: the root), folders first. With `search` it returns everything that contains the words.',
    query: z.strictObject({
      in: z.optional(idText),
      search: z.optional(text({ max: 200 })),
      offset,
    }),
    response: z.object({
      /** The ancestors and the folder itself, from the root; empty at the root. */
      path: z.array(recordRef),
      result: z.array(portalSupportNode),
      total_rows: z.int(),
    }),
  }),
  file: route({
    ...partner,
    method: 'GET',
    path: '/api/app/technical_support/file/:id',
    summary: 'Download visible technical support file',
    description: 'Supports `Range`. Downloads within an hour count as one.',
    params: idParams,
    response: 'file',
  }),
}
