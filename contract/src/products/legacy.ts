// What only old clients of the products send, so that the rest of the feature reads as if there were none.

/** They ask for a page of active products by GET, everything in the query. */
export const legacyPage = {
  method: 'GET',
  summary: 'A page of active products; filters, options and report_data are JSON in the query',
} as const
