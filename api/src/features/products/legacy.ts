import { products } from '@kontor/contract/products'
import type { AppContext } from '../../context.ts'
import { pageOrFile } from '../../lib/lists/export.ts'
import { activeOf, productSource } from './queries.ts'

/** The routes of old clients. */
export function legacyProductRoutes({ registerRoute, reads }: AppContext) {
  registerRoute(products.activePage, ({ query, locale }) =>
    pageOrFile(reads, productSource, activeOf(query), locale),
  )
}
