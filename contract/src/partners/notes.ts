// Internal notes on a partner, which the partner never sees.
import * as z from 'zod/mini'
import { idParams, moment, text, version } from '../lib/fields/fields.ts'
import { patchOf } from '../lib/http/patch.ts'
import { route } from '../lib/http/route.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** A note on a partner was added, changed or deleted. */
    partner_notes: { partner_id: number }
  }
}

export const MAX_NOTE = 2000
const note = text({ min: 1, max: MAX_NOTE, lines: true })

const partnerNote = z.object({
  id: z.int(),
  partner_id: z.int(),
  note: z.string(),
  author: z.object({ id: z.int(), name: z.string() }),
  /** Whether the caller wrote it, and so may change and delete it. */
  is_own: z.boolean(),
  version: z.int(),
  created_at: moment,
  updated_at: moment,
})
export type PartnerNote = z.infer<typeof partnerNote>

const change = { audience: 'staff', permission: 'partners.change' } as const

export const noteBody = z.strictObject({ note, version })
const update = route({
  ...change,
  method: 'PUT',
  path: '/api/partner_notes/:id',
  summary: 'Update own partner note',
  description: 'Returns 403 for the note of a colleague.',
  params: idParams,
  body: noteBody,
  response: partnerNote,
})

export const partnerNotes = {
  index: route({
    method: 'GET',
    path: '/api/partners/:id/notes',
    audience: 'staff',
    permission: 'partners.see',
    summary: 'List notes on a partner',
    description: 'The newest come first.',
    params: idParams,
    response: z.array(partnerNote),
  }),
  create: route({
    ...change,
    method: 'POST',
    path: '/api/partners/:id/notes',
    summary: 'Create partner note',
    description: 'Partners do not see notes.',
    params: idParams,
    body: z.strictObject({ note }),
    response: partnerNote,
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/partner_notes/:id', noteBody),
  remove: route({
    ...change,
    method: 'DELETE',
    path: '/api/partner_notes/:id',
    summary: 'Delete own partner note',
    description: 'Returns 403 for the note of a colleague.',
    params: idParams,
    response: z.object({ id: z.int() }),
  }),
}
