/** A query that could not be refetched. */
export interface Staleness {
  /** Time of the data in milliseconds. */
  since: number
}

interface Query {
  data: unknown
  isError: boolean
  failureReason: unknown
  isPlaceholderData: boolean
  dataUpdatedAt: number
}

/** Whether a query shows data that a later request could not renew. */
export const stalenessOf = (query: Query): Staleness | null =>
  query.data !== undefined && !query.isPlaceholderData && (query.isError || query.failureReason)
    ? { since: query.dataUpdatedAt }
    : null
