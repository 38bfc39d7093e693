import { partnerNotes } from '@kontor/contract/partners/notes'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { addNote, changeNote, listNotes, removeNote } from './queries.ts'

export function partnerNoteRoutes({ serve, db }: Kontor) {
  serve(partnerNotes.index, ({ user, params }) => listNotes(db, user, params.id))
  serve(partnerNotes.create, ({ user, params, body }) => addNote(db, user, params.id, body.note))
  serve(partnerNotes.update, ({ user, params, body }) => changeNote(db, user, params.id, body))
  serve(partnerNotes.remove, ({ user, params }) => removeNote(db, user, params.id))
}
