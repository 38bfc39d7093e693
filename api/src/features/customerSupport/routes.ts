import { customerSupport } from '@kontor/contract/customerSupport'
import type { Kontor } from '../../kit/kontor.ts'
import { toggle } from '../../kit/records.ts'
import { allOrFile, pageOrFile } from '../../kit/report.ts'
import { appCustomerSupportRoutes } from './app/routes.ts'
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
