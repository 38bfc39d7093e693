import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { type Draft, type Part, parts } from './draft.ts'

/** A chosen record that cannot be saved: it became inactive, or is gone, since it was chosen. */
export interface InvalidRecord {
  part: Part
  id: number
}

const isPart = (name: string): name is Part => parts.some((part) => part === name)

/** The records that a refusal names by their places in what was sent; null where something else is wrong as well. */
export function invalidRecordsOf({ errors = {} }: ErrorBody, sent: Draft): InvalidRecord[] | null {
  const invalid = Object.keys(errors).map((path): InvalidRecord | null => {
    const [part = '', place = '', ...more] = path.split('.')
    if (!isPart(part) || more.length > 0) return null
    const id = [...sent[part].keys()][Number(place)]
    return id === undefined ? null : { part, id }
  })
  const known = invalid.filter((one) => one !== null)
  return known.length > 0 && known.length === invalid.length ? known : null
}

/** The ids of those of one kind. */
export const idsOf = (invalid: readonly InvalidRecord[], part: Part) =>
  invalid.flatMap((one) => (one.part === part ? one.id : []))
