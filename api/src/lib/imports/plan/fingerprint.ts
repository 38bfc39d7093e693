import { createHash } from 'node:crypto'
import { timeSlices } from '../../concurrency/time-slices.ts'
import type { Plan } from './plan.ts'

/**
 * A hash of what a plan would write: the values of added records, the old and new values of changed ones, and the rows
 * that are left out. The same file has another one after somebody has changed such a value.
 */
export async function fingerprintOf({ create, update, leftOut }: Plan, columns: readonly string[]) {
  const hash = createHash('sha1')
  const add = (...values: unknown[]) => hash.update(JSON.stringify(values))
  const slice = timeSlices()
  for (const { row, values } of create) {
    if (slice.isOver()) await slice.next()
    add(row, ...columns.map((field) => values[field]))
  }
  for (const { id, values, before } of update) {
    if (slice.isOver()) await slice.next()
    const changed = columns.filter((field) => values[field] !== before[field])
    add(id, ...changed.flatMap((field) => [field, before[field], values[field]]))
  }
  add(...leftOut.map(({ row }) => row))
  return hash.digest('base64url')
}
