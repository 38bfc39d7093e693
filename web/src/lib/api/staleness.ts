/** What could not be read anew. */
export interface Staleness {
  /** Milliseconds of the moment from which it is. */
  since: number
}

interface Query {
  data: unknown
  isError: boolean
  failureReason: unknown
  isPlaceholderData: boolean
  dataUpdatedAt: number
}

/** Whether an answer is shown that a later call could not renew. */
export const stalenessOf = (query: Query): Staleness | null =>
  query.data !== undefined && !query.isPlaceholderData && (query.isError || query.failureReason)
    ? { since: query.dataUpdatedAt }
    : null
