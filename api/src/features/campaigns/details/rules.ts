import type { FieldErrors } from '@kontor/contract/lib/http/errors'

/** Maximum number of invalid entries per list in an error. */
const MAX_ERRORS = 100

/** The errors of a submitted list by index: `partners.3`. */
export function wrongPlaces<Row>(
  list: string,
  rows: readonly Row[],
  reasonOf: (row: Row, index: number) => string | undefined,
): FieldErrors {
  const wrong = rows.flatMap((row, index): [string, string[]][] => {
    const reason = reasonOf(row, index)
    return reason ? [[`${list}.${index}`, [reason]]] : []
  })
  return Object.fromEntries(wrong.slice(0, MAX_ERRORS))
}

/** Returns a test: whether an entry repeats the id of an earlier one. */
export function duplicateTest(rows: readonly { id: number }[]) {
  const first = new Map<number, number>()
  for (const [index, { id }] of rows.entries()) if (!first.has(id)) first.set(id, index)
  return ({ id }: { id: number }, index: number) => first.get(id) !== index
}

/** The difference between two sets: ids to delete, and rows to insert or update. */
export function differenceOf<Row extends { id: number }>(
  before: ReadonlyMap<number, Row>,
  wanted: readonly Row[],
  fields: readonly (keyof Row)[],
) {
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const differs = (row: Row) => fields.some((field) => before.get(row.id)?.[field] !== row[field])
  return {
    gone: [...before.keys()].filter((id) => !wantedIds.has(id)),
    added: wanted.filter(({ id }) => !before.has(id)),
    changed: wanted.filter((row) => before.has(row.id) && differs(row)),
  }
}

/** Why a record cannot be added to a campaign, by the record alone. */
export function wrongRecord(record: { is_active: boolean } | undefined) {
  if (!record) return 'validation.not_found'
  return record.is_active ? undefined : 'validation.inactive'
}
