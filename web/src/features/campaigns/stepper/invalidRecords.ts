import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { type Draft, type DraftPart, parts } from './draft.ts'

/** A selected record that cannot be saved: it became inactive or was deleted meanwhile. */
export interface InvalidRecord {
  part: DraftPart
  id: number
}

const isPart = (name: string): name is DraftPart => parts.some((part) => part === name)

/** The records that an error names by their index in the request; null when it has other causes as well. */
export function invalidRecordsOf({ errors = {} }: ErrorBody, sent: Draft): InvalidRecord[] | null {
  const invalid = Object.keys(errors).map((path): InvalidRecord | null => {
    const [part = '', index = '', ...more] = path.split('.')
    if (!isPart(part) || more.length > 0) return null
    const id = [...sent[part].keys()][Number(index)]
    return id === undefined ? null : { part, id }
  })
  const known = invalid.filter((one) => one !== null)
  return known.length > 0 && known.length === invalid.length ? known : null
}

/** The ids of one kind. */
export const idsOf = (invalid: readonly InvalidRecord[], part: DraftPart) =>
  invalid.flatMap((one) => (one.part === part ? one.id : []))
