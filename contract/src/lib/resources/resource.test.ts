import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from '../http/errors.ts'
import { listQuery } from '../lists/list.ts'
import { listOf, ownColumns } from './columns.ts'
import type { FlagField } from './fields.ts'
import { resource } from './resource.ts'
import { routesOf } from './routes.ts'
import type { RecordOf } from './values.ts'

const is = (name: string) => ({ label: { cnr: `Polje ${name}`, en: `Field ${name}` } })
/** A resource with a required and an optional field of every kind. */
const trials = resource({
  name: 'trials',
  noun: {
    cnr: { gender: 'f', title: 'Probe', one: 'Proba', accusative: 'probu', other: 'proba' },
    en: { title: 'Trials', one: 'Trial' },
  },
  icon: 'box',
  fields: {
    name: { kind: 'text', ...is('1'), required: true, min: 2, short: 'validation.city_name', searched: true },
    note: { kind: 'text', ...is('2'), min: 3, max: 10, lines: true, unlisted: true },
    level: {
      kind: 'choice',
      ...is('3'),
      required: true,
      options: [
        { value: 'A', label: { cnr: 'Prvi', en: 'First' } },
        { value: 'B', label: { cnr: 'Drugi', en: 'Second' } },
      ],
    },
    mood: { kind: 'choice', ...is('4'), options: [{ value: 'good', ...is('12') }] },
    is_ours: {
      kind: 'flag',
      ...is('5'),
      words: { yes: { cnr: 'naš', en: 'ours' }, no: { cnr: 'tuđ', en: 'theirs' } },
    },
    from: { kind: 'day', ...is('6'), required: true },
    until: { kind: 'day', ...is('13') },
    price: { kind: 'money', ...is('7'), required: true, above: 0, message: 'validation.valid_price' },
    fee: { kind: 'money', ...is('14'), optional: true },
    bonus: { kind: 'moneyOrPercent', ...is('8'), required: true },
    pieces: { kind: 'count', ...is('9'), required: true, max: 9, message: 'validation.pieces' },
    boxes: { kind: 'count', ...is('15') },
    partner_id: { kind: 'reference', ...is('10'), to: 'partners', required: true, searched: true },
    city_id: { kind: 'reference', ...is('11'), to: 'cities' },
  },
  numbered: true,
  sort: { by: 'partner', desc: false },
})
const { create, update } = routesOf(trials)

const filled = {
  name: ' Proba ',
  level: 'B' as const,
  from: '2026-11-21',
  price: '1,5',
  bonus: '5 %',
  pieces: '7',
  partner_id: 3,
}

const wrong = (fields: object) => {
  const { error } = z.safeParse(create.body, { ...filled, ...fields })
  return error ? fieldErrors(error) : {}
}

describe('the rules of a form', () => {
  test('report required values that are omitted or empty', () => {
    const { error } = z.safeParse(create.body, {})
    expect(Object.keys(error ? fieldErrors(error) : {}).sort()).toEqual(Object.keys(filled).sort())
    for (const name of ['name', 'from', 'price', 'bonus', 'pieces', 'level', 'partner_id'])
      expect(Object.keys(wrong({ [name]: '' })), name).toEqual([name])
  })

  test.for([
    ['name', 'X', 'validation.city_name'],
    ['name', 'x'.repeat(256), 'validation.long_text'],
    ['note', 'ab', 'validation.short_text'],
    ['note', 'x'.repeat(11), 'validation.long_text'],
    ['level', 'C', 'validation.type'],
    ['mood', 'bad', 'validation.type'],
    ['is_ours', 'da', 'validation.type'],
    ['from', '2026-02-30', 'validation.day'],
    ['until', '21.11.2026', 'validation.day'],
    ['price', '0', 'validation.valid_price'],
    ['price', '1.2345', 'validation.too_many_decimals'],
    ['fee', '-1', 'validation.not_negative'],
    ['fee', '12345678901', 'validation.too_many_digits'],
    ['pieces', 10, 'validation.pieces'],
    ['pieces', 1.5, 'validation.integer'],
    ['boxes', -1, 'validation.not_negative'],
    ['boxes', 'x', 'validation.integer'],
    ['partner_id', 0, 'validation.id'],
    ['city_id', '3', 'validation.id'],
  ] as const)('%s rejects %j', ([name, value, key]) => {
    expect(wrong({ [name]: value })).toEqual({ [name]: [key] })
  })

  test('return values as they are stored, and null for empty ones', () => {
    const empty = {
      note: null,
      mood: null,
      is_ours: false,
      until: null,
      fee: null,
      boxes: null,
      city_id: null,
    }
    const read = { ...filled, name: 'Proba', price: '1.5', bonus: '5%', pieces: 7 }
    expect(create.body.parse(filled)).toEqual({ ...read, ...empty })
    const blanks = { note: ' ', mood: '', until: '', fee: '', boxes: ' ', city_id: null } as const
    expect(update.body.parse({ ...filled, ...blanks, version: 2 })).toEqual({ ...read, ...empty, version: 2 })
    expect(create.body.parse({ ...filled, note: 'prvi\r\n2.' }).note).toBe('prvi\n2.')
  })

  test('have the types of the fields', () => {
    const row: RecordOf<typeof trials> = {
      id: 1,
      is_active: true,
      version: 1,
      updated_at: '',
      name: '',
      note: null,
      level: 'A',
      mood: null,
      is_ours: true,
      from: '',
      until: null,
      price: '',
      fee: null,
      bonus: '',
      pieces: 1,
      boxes: null,
      partner_id: 1,
      partner: { id: 1, name: '' },
      city_id: null,
      city: null,
    }
    // @ts-expect-error a choice is one of its options
    row.level = 'C'
    // @ts-expect-error a required value is never null
    row.name = null
    // @ts-expect-error a required field cannot be omitted
    const sent: z.input<typeof create.body> = { ...filled, price: undefined }
    expect(create.response.safeParse({ ...row, level: 'C' }).success || sent.price).toBeFalsy()
  })
})

describe('the list', () => {
  test('has the number, the listed fields, and whether a record is active', () => {
    const { columns, search } = listOf(trials)
    const names = 'id name level mood is_ours from until price fee bonus pieces boxes partner city is_active'
    expect(Object.keys(columns)).toEqual(names.split(' '))
    expect(search).toEqual(['name', 'partner'])
    expect(columns.is_active.label).toEqual({ cnr: 'Aktivna', en: 'Active' })
    expect(columns.from).toMatchObject({ filter: 'day', day: true })
    expect([columns.fee.optional, columns.price.optional]).toEqual([true, undefined])
    expect(listOf(trials)).toBe(listOf(trials))
  })

  test('a flag says its own words, otherwise yes and no', () => {
    const said = (flag: Omit<FlagField, 'label'>) =>
      ownColumns({ one: { label: { cnr: 'Z', en: 'Z' }, ...flag } }).one?.options?.map(
        ({ label }) => label.en,
      )
    expect(said({ kind: 'flag', words: { yes: is('A').label, no: is('B').label } })).toEqual([
      'Field A',
      'Field B',
    ])
    expect(said({ kind: 'flag' })).toEqual(['Yes', 'No'])
  })

  test('a filter of a choice accepts its values', () => {
    const query = listQuery(listOf(trials))
    const fits = (filters: object) => query.safeParse({ filters: JSON.stringify(filters) }).success
    expect([fits({ level: 'A' }), fits({ level: '' }), fits({ level: 'C' }), fits({ level: 'a' })]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([fits({ is_ours: 'true' }), fits({ is_ours: 'naš' })]).toEqual([true, false])
  })
})
