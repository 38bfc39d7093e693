import { id, name, optionalText, text, version, versionText } from '@kontor/contract/lib/fields/fields'
import { route } from '@kontor/contract/lib/http/route'
import { decimal } from '@kontor/contract/lib/numbers/decimal-field'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isRequired, rulesOfRoute } from './formRules.ts'
import { invalidFields, isSame, saveInput, startValues } from './recordForm.ts'

const update = route({
  method: 'PUT',
  path: '/api/things/:id',
  audience: 'staff',
  permission: 'signed-in',
  summary: 'Changes a thing',
  body: z.strictObject({
    name: name('validation.city_name'),
    note: optionalText(20),
    country_id: id,
    version,
  }),
  response: z.object({}),
})
const goodsFields = { code: text({ min: 1 }), note: optionalText(20), price: decimal({ above: 0 }) }
const pictured = (required: boolean) =>
  route({
    method: 'POST',
    path: '/api/goods/:id',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Saves goods with their picture',
    form: z.strictObject({ ...goodsFields, version: versionText }),
    files: { image: { kind: 'image', bytes: 10, required } },
    response: z.object({}),
  })
const row = {
  id: 7,
  version: 3,
  name: 'Bar',
  note: null,
  country_id: 2,
  country: { id: 2, name: 'Crna Gora' },
}
const start = (defaults = {}) => startValues(rulesOfRoute(update), row, { defaults })

describe('validation', () => {
  test('every invalid field is reported, an empty required one as required', () => {
    const values = { name: 'x', note: 'a'.repeat(21), country_id: null }
    expect(invalidFields(rulesOfRoute(update), values)).toEqual({
      name: ['validation.city_name'],
      note: ['validation.long_text'],
      country_id: ['validation.field'],
    })
  })

  test('a new product requires a picture, an existing one does not', () => {
    const values = { code: 'A', note: '', price: '5', image: null }
    expect(invalidFields(rulesOfRoute(pictured(true)), values)).toEqual({ image: ['validation.field'] })
    expect(invalidFields(rulesOfRoute(pictured(false)), values)).toEqual({})
  })
})

test('a field is required when its rule accepts no empty value', () => {
  expect(['name', 'note', 'country_id'].map((field) => isRequired(rulesOfRoute(update), field))).toEqual([
    true,
    false,
    true,
  ])
  expect(isRequired(rulesOfRoute(pictured(true)), 'image')).toBe(true)
  expect(isRequired(rulesOfRoute(pictured(false)), 'image')).toBe(false)
})

test('declared fields are not derived from their rules', () => {
  const body = z.strictObject({ note: optionalText(20), is_open: z.boolean(), since: z.nullable(z.string()) })
  const label = { cnr: 'Polje', en: 'Field' }
  const rules = rulesOfRoute(
    { ...update, body },
    { note: { kind: 'text', label }, is_open: { kind: 'flag', label }, since: { kind: 'day', label } },
  )
  const empty = startValues(rules, null, {})
  expect(empty).toEqual({ note: '', is_open: false, since: '' })
  expect(invalidFields(rules, empty)).toEqual({})
  expect(saveInput(rules, empty, null)).toEqual({ body: { note: '', is_open: false, since: null } })
})

test('a field without permission for it is not sent, whatever its default', () => {
  const rules = rulesOfRoute(update)
  const values = startValues(rules, null, {
    defaults: { note: 'Nova', draft: true },
    omittedFields: ['note'],
  })
  expect(values).toEqual({ name: '', country_id: '', draft: true })
  expect(saveInput(rules, values, null)).not.toHaveProperty('body.note')
})

test('a form starts with the row’s values, choices as records, without the version', () => {
  expect(start()).toEqual({ name: 'Bar', note: '', country_id: { id: 2, name: 'Crna Gora' } })
  expect(startValues(rulesOfRoute(update), null, { defaults: { name: 'Novi' } })).toEqual({
    name: 'Novi',
    note: '',
    country_id: '',
  })
})

test('the row’s own values are not replaced by initial values, so that a conflict shows what a colleague saved', () => {
  const defaults = { name: 'Bar', note: 'x', is_new: true }
  const saved = startValues(rulesOfRoute(update), { ...row, name: 'Tivat', note: '' }, { defaults })
  expect(saved).toEqual({ name: 'Tivat', note: '', country_id: row.country, is_new: true })
  const { name: _unread, ...partly } = row
  expect(startValues(rulesOfRoute(update), partly, { defaults })).toMatchObject({ name: 'Bar' })
})

test('a field with another name in the row starts with that value', () => {
  const legacyRow = { id: 1, old_note: 'x', note: 'y' }
  expect(startValues(rulesOfRoute(update), legacyRow, { rowNames: { note: 'old_note' } })).toMatchObject({
    note: 'x',
  })
})

test('saving sends ids of choices and the loaded version', () => {
  expect(saveInput(rulesOfRoute(update), { ...start(), name: 'Tivat' }, row)).toEqual({
    params: { id: '7' },
    body: { name: 'Tivat', note: '', country_id: 2, version: 3 },
  })
})

test('an empty field is sent as its rule accepts it', () => {
  const body = z.strictObject({
    note: optionalText(20),
    owner_id: z.optional(z.nullable(id)),
    owner: z.optional(z.nullable(z.looseObject({}))),
    role: z.optional(z.enum(['one'])),
  })
  const empty = startValues(rulesOfRoute({ ...update, body }), null, {})
  expect(empty).toEqual({ note: '', owner_id: '', role: '' })
  expect(saveInput(rulesOfRoute({ ...update, body }), empty, null)).toEqual({
    body: { note: '', owner_id: null, role: undefined },
  })
  expect(invalidFields(rulesOfRoute({ ...update, body }), empty)).toEqual({})
})

test('a multipart request has texts and files', () => {
  const image = new File(['x'], 'x.png')
  const values = { code: 4, note: '', price: '5,5', image }
  expect(saveInput(rulesOfRoute(pictured(false)), values, { id: 1, version: 2 })).toEqual({
    params: { id: '1' },
    form: { code: '4', note: '', price: '5,5', version: 2 },
    files: { image },
  })
})

test('a multipart request has several records as JSON', () => {
  const form = z.strictObject({ groups: z.string(), days: z.string() })
  const values = { groups: [{ id: 3, name: 'a' }, 4], days: ['2026-11-21'] }
  expect(saveInput(rulesOfRoute({ ...update, form }), values, null)).toMatchObject({
    form: { groups: '[3,4]', days: '["2026-11-21"]' },
  })
})

test('values are equal when they are equal on the server', () => {
  expect(isSame(4, '4')).toBe(true)
  expect(isSame(null, '')).toBe(true)
  expect(isSame({ id: 2, name: 'a' }, { id: 2, name: 'b' })).toBe(true)
  expect(isSame({ id: 2, name: 'a' }, null)).toBe(false)
})
