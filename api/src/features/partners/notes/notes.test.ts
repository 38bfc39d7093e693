import { history } from '@kontor/contract/history'
import { MAX_NOTE, partnerNotes } from '@kontor/contract/partners/notes'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../../test/app.ts'
import { makePartner, UNKNOWN_ID } from '../../../../test/make.ts'

const { db, call, tokenOf } = await startApp()
const write = (one: { id: number }, note: string) =>
  call(partnerNotes.create, { ...at(one.id), body: { note } })
const notesOf = async (one: { id: number }, as?: string) =>
  (await call(partnerNotes.index, at(one.id), as)).body

describe('a note on a partner', () => {
  test('is rejected when empty, too long or of a missing partner', async () => {
    const one = await makePartner(db)
    expect((await write(one, ' \u200b ')).status).toBe(422)
    expect((await write(one, 'x'.repeat(MAX_NOTE + 1))).body.errors).toEqual({
      note: ['validation.long_text'],
    })
    expect((await write({ id: UNKNOWN_ID }, 'Zvati')).status).toBe(404)
    expect((await call(partnerNotes.index, { params: { id: String(UNKNOWN_ID) } })).status).toBe(404)
    expect(await notesOf(one)).toEqual([])
  })

  test('is changed and deleted by its author only: 403, 404', async () => {
    const one = await makePartner(db)
    const { body: note } = await write(one, 'Zvati poslije 15h')
    const other = await tokenOf({ role: 'user_admin' })
    const change = { ...at(note.id), body: { note: 'Ne zvati' } }
    expect((await call(partnerNotes.update, change, other)).status).toBe(403)
    expect((await call(partnerNotes.remove, at(note.id), other)).status).toBe(403)
    const nobody = { params: { id: String(UNKNOWN_ID) } }
    expect((await call(partnerNotes.update, { ...nobody, body: { note: 'x' } })).status).toBe(404)
    expect((await call(partnerNotes.remove, nobody)).status).toBe(404)
    expect(await notesOf(one, other)).toMatchObject([{ note: 'Zvati poslije 15h', is_own: false }])
  })

  test('is listed for colleagues, latest first, and in the history', async () => {
    const one = await makePartner(db)
    const { body: first } = await write(one, 'Traži popust\r\nna zimske')
    await write(one, 'Platio')
    expect((await notesOf(one)).map(({ note }) => note)).toEqual(['Platio', 'Traži popust\nna zimske'])
    expect(await notesOf(one)).toMatchObject([{ is_own: true, author: { name: expect.any(String) } }, {}])
    await call(partnerNotes.remove, at(first.id))
    expect((await notesOf(one)).map(({ note }) => note)).toEqual(['Platio'])
    const params = { table: 'partner_notes', id: String(first.id) } as const
    const { body } = await call(history.ofRecord, { params, query: {} })
    expect(body.result.map(({ action }) => action)).toEqual(['delete', 'create'])
  })
})
