import { customerSupport } from '@kontor/contract/customerSupport'
import { allOrFile, pageOrFile } from '../../kit/list/report.ts'
import { toggle } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { appCustomerSupportRoutes } from './portal/routes.ts'
import { supportSource } from './queries.ts'

export function customerSupportRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(customerSupport.all, ({ query, locale }) => allOrFile(db, supportSource, query, locale))
  serve(customerSupport.index, ({ body, locale }) => pageOrFile(db, supportSource, body, locale))
  serve(customerSupport.toggle, ({ params, body }) =>
    toggle(db, 'customer_support', params.id, body?.is_active),
  )
  appCustomerSupportRoutes(kontor)
}
