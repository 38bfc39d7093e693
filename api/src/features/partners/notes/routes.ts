import { noteBody, partnerNotes } from '@kontor/contract/partners/notes'
import type { AppContext } from '../../../context.ts'
import { registerUpdate } from '../../../lib/resources/patch.ts'
import { addNote, changeNote, getNote, listNotes, removeNote } from './queries.ts'

export function partnerNoteRoutes({ registerRoute, db }: AppContext) {
  registerRoute(partnerNotes.index, ({ user, params }) => listNotes(db, user, params.id))
  registerRoute(partnerNotes.create, ({ user, params, body }) => addNote(db, user, params.id, body.note))
  registerUpdate(
    registerRoute,
    [partnerNotes.update, partnerNotes.patch],
    { whole: noteBody, stored: ({ user, params }) => getNote(db, user, params.id) },
    ({ user, params, body }) => changeNote(db, user, params.id, body),
  )
  registerRoute(partnerNotes.remove, ({ user, params }) => removeNote(db, user, params.id))
}
