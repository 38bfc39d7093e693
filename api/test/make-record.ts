import type { Field, TextField } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import type { Kysely } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import { makePartner, makeProduct, makeStore, makeUser } from './make.ts'

let count = 0
const next = () => (count += 1)

/** A valid value of a field; referenced records are created as well. */
export async function sampleFor(db: Kysely<Schema>, field: Field): Promise<unknown> {
  switch (field.kind) {
    case 'text':
      return sampleText(field)
    case 'choice':
      return field.options[0]?.value
    case 'flag':
      return false
    case 'day':
      return '2026-11-21'
    case 'count':
      return Math.max(field.min ?? 0, 1)
    case 'reference':
      return (await makeReferred(db, field.to)).id
    default:
      return '10'
  }
}

function sampleText({ label, max = 255, exactly, like }: TextField) {
  if (exactly !== undefined) return String(next()).padStart(exactly, '0').slice(-exactly)
  const samples = {
    digits: `${next()}`,
    email: `proba${next()}@kontor.me`,
    phone: `+382 67 ${100_000 + next()}`,
  }
  return like && like !== 'no_digit_first' ? samples[like] : `${label.cnr} ${next()}`.slice(-max)
}

function makeReferred(db: Kysely<Schema>, name: string): Promise<{ id: number }> {
  const found = Object.values<Resource>(resources).find((one) => one.name === name)
  if (found) return makeRecord(db, found)
  const others: Record<string, (db: Kysely<Schema>) => Promise<{ id: number }>> = {
    partners: makePartner,
    products: makeProduct,
    stores: makeStore,
    users: makeUser,
  }
  const make = others[name]
  if (!make) throw new Error(`nobody knows how to make one of ${name}`)
  return make(db)
}

/** A record of a generated resource with a value in every field. */
export async function makeRecord(
  db: Kysely<Schema>,
  { name, fields }: Pick<Resource, 'name' | 'fields'>,
  overrides: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const values: Record<string, unknown> = {}
  for (const [field, declared] of Object.entries(fields))
    values[field] = field in overrides ? overrides[field] : await sampleFor(db, declared)
  return (db as unknown as Kysely<Record<string, { id: number }>>)
    .insertInto(name)
    .values({ ...values, ...overrides } as never) // typed by the declaration
    .returning('id')
    .executeTakeFirstOrThrow()
}
