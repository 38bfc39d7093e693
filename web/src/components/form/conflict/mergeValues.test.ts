import { id, name, optionalText, version } from '@kontor/contract/lib/fields/fields'
import { route } from '@kontor/contract/lib/http/route'
import { decimal, moneyOrPercent } from '@kontor/contract/lib/numbers/decimal-field'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rulesOfRoute } from '../formRules.ts'
import { type Changed, mergeValues, whoChanged, withFiles, withoutFiles } from './mergeValues.ts'

const update = route({
  method: 'PUT',
  path: '/api/things/:id',
  audience: 'staff',
  permission: 'signed-in',
  summary: 'Changes a thing',
  body: z.strictObject({
    name: name('validation.city_name'),
    note: optionalText(20),
    debt: moneyOrPercent,
    price: decimal({ above: 0 }),
    city_id: id,
    categories: z.array(id),
    version,
  }),
  response: z.object({}),
})
const bar = { id: 1, name: 'Bar' }
const budva = { id: 2, name: 'Budva' }
const base = { name: 'Auto', note: '', debt: '5', price: '1,50', city_id: bar, categories: [bar, budva] }
const sides = (mine: object, server: object) => ({
  base,
  mine: { ...base, ...mine },
  server: { ...base, ...server },
})
const changed = (mine: object, server: object) => whoChanged(rulesOfRoute(update), sides(mine, server))
const none = { mine: [], server: [], both: [] }

describe('the author of a change', () => {
  test('nobody, when the value is equal in another notation', () => {
    expect(changed({ debt: '5,000', price: '1.5' }, { debt: '5.00', name: ' Auto ' })).toEqual(none)
    expect(changed({ note: null, city_id: { ...bar, country: {} } }, { categories: [budva, bar] })).toEqual(
      none,
    )
  })

  test('one side, for records, sets and percentages as well', () => {
    expect(changed({ city_id: budva, debt: '5%' }, { categories: [bar] })).toEqual({
      mine: ['debt', 'city_id'],
      server: ['categories'],
      both: [],
    })
  })

  test('both, only when their values differ', () => {
    expect(changed({ name: 'Moje', debt: '7,0' }, { name: 'Tuđe', debt: '7' })).toEqual({
      mine: [],
      server: ['debt'],
      both: ['name'],
    })
    expect(changed({ categories: [] }, { categories: [bar] }).both).toEqual(['categories'])
    expect(changed({ city_id: null }, { city_id: budva }).both).toEqual(['city_id'])
  })
})

describe('the merge', () => {
  const merged = (mine: object, server: object, kept: string[] = []) => {
    const three = sides(mine, server)
    return mergeValues(three, whoChanged(rulesOfRoute(update), three), new Set(kept))
  }

  test('has the changes of both sides, and the chosen value of a field that both changed', () => {
    const mine = { name: 'Moje', city_id: budva }
    const server = { name: 'Tuđe', debt: '9' }
    expect(merged(mine, server)).toEqual({ ...base, name: 'Tuđe', city_id: budva, debt: '9' })
    expect(merged(mine, server, ['name'])).toEqual({ ...base, name: 'Moje', city_id: budva, debt: '9' })
  })

  const value = fc.constantFrom('', '1', '2', '2,0')
  const values = fc.record({ name: value, note: value, debt: value, price: value })
  const three = fc.record({ base: values, mine: values, server: values })
  const all = (sets: Changed) => [...sets.mine, ...sets.server, ...sets.both]

  test('changes nothing else, and loses no change made by one side', () => {
    fc.assert(
      fc.property(three, fc.boolean(), (one, isMine) => {
        const sets = whoChanged(rulesOfRoute(update), one)
        const result = mergeValues(one, sets, new Set(isMine ? sets.both : []))
        for (const field of ['name', 'note', 'debt', 'price'] as const) {
          const before = one.base[field]
          const mine = one.mine[field]
          const server = one.server[field]
          if (!all(sets).includes(field)) expect(result[field]).toBe(server)
          else if (before === mine) expect(result[field]).toBe(server)
          else if (before === server) expect(result[field]).toBe(mine)
          else expect([mine, server]).toContain(result[field])
        }
        expect(new Set(all(sets)).size).toBe(all(sets).length)
      }),
    )
  })

  test('does not depend on who saves first, when the same side is chosen', () => {
    fc.assert(
      fc.property(three, (one) => {
        const other = { ...one, mine: one.server, server: one.mine }
        const sets = whoChanged(rulesOfRoute(update), one)
        const otherSets = whoChanged(rulesOfRoute(update), other)
        const result = mergeValues(one, sets, new Set(sets.both))
        const turned = mergeValues(other, otherSets, new Set())
        expect(whoChanged(rulesOfRoute(update), { base: result, mine: result, server: turned })).toEqual(none)
      }),
    )
  })
})

test('a picture is compared by its name, and sent only when it was chosen here', () => {
  const pictured = route({
    method: 'POST',
    path: '/api/goods/:id',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Saves goods',
    form: z.strictObject({ note: optionalText(20) }),
    files: { image: { kind: 'image', bytes: 10, required: false } },
    response: z.object({}),
  })
  const file = new File(['x'], 'nova.png')
  const before = { id: 1, image: 'a.png' }
  const by = { id: 1, image: 'b.png' }
  const of = (mine: File | null) => ({
    base: withFiles(pictured, { note: '', image: null }, before),
    mine: withFiles(pictured, { note: '', image: mine }, before),
    server: withFiles(pictured, { note: '', image: null }, by),
  })
  expect(whoChanged(rulesOfRoute(pictured), of(null))).toEqual({ ...none, server: ['image'] })
  expect(whoChanged(rulesOfRoute(pictured), of(file))).toEqual({ ...none, both: ['image'] })
  const [mine, server] = [new Set(['image']), new Set<string>()].map((kept) =>
    withoutFiles(pictured, mergeValues(of(file), whoChanged(rulesOfRoute(pictured), of(file)), kept)),
  )
  expect([mine?.image, server?.image]).toEqual([file, null])
})
