import { products } from '@kontor/contract/products'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { activeOf, productSource } from './queries.ts'

/** The calls of old clients. */
export function legacyProductRoutes({ serve, reads }: Kontor) {
  serve(products.activePage, ({ query, locale }) => pageOrFile(reads, productSource, activeOf(query), locale))
}
