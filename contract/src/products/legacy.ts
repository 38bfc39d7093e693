// Compatibility with old clients of the product routes, in one file.

/** Old clients read a page of active products by GET, with all parameters in the query. */
export const legacyPage = {
  method: 'GET',
  summary: 'A page of active products; filters, options and report_data are JSON in the query',
} as const
