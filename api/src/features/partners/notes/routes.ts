import { noteBody, partnerNotes } from '@kontor/contract/partners/notes'
import { serveChanges } from '../../../kit/records/rest-stays.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { addNote, changeNote, getNote, listNotes, removeNote } from './queries.ts'

export function partnerNoteRoutes({ serve, db }: Kontor) {
  serve(partnerNotes.index, ({ user, params }) => listNotes(db, user, params.id))
  serve(partnerNotes.create, ({ user, params, body }) => addNote(db, user, params.id, body.note))
  serveChanges(
    serve,
    [partnerNotes.update, partnerNotes.patch],
    { whole: noteBody, stored: ({ user, params }) => getNote(db, user, params.id) },
    ({ user, params, body }) => changeNote(db, user, params.id, body),
  )
  serve(partnerNotes.remove, ({ user, params }) => removeNote(db, user, params.id))
}
