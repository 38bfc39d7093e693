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
  summary: 'Changes an own note; 403 of somebody else’s',
  params: idParams,
  body: noteBody,
  reply: partnerNote,
})

export const partnerNotes = {
  index: route({
    method: 'GET',
    path: '/api/partners/:id/notes',
    audience: 'staff',
    permission: 'partners.see',
    summary: 'The notes on a partner, the last written first',
    params: idParams,
    reply: z.array(partnerNote),
  }),
  create: route({
    ...change,
    method: 'POST',
    path: '/api/partners/:id/notes',
    summary: 'Writes a note on a partner, for colleagues alone',
    params: idParams,
    body: z.strictObject({ note }),
    reply: partnerNote,
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/partner_notes/:id', noteBody),
  remove: route({
    ...change,
    method: 'DELETE',
    path: '/api/partner_notes/:id',
    summary: 'Deletes an own note; 403 of somebody else’s',
    params: idParams,
    reply: z.object({ id: z.int() }),
  }),
}
