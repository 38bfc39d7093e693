import { signedInPartners } from '@kontor/contract/signedInPartners'
import type { AppContext } from '../../context.ts'
import { fileOf, pageOrFile } from '../../lib/lists/export.ts'
import { signedInSource } from './queries.ts'

export function signedInPartnerRoutes({ registerRoute, reads }: AppContext) {
  registerRoute(signedInPartners.index, ({ body, locale }) => pageOrFile(reads, signedInSource, body, locale))
  registerRoute(signedInPartners.excel, ({ body, locale }) => {
    const report_data = { name: 'prijavljeni_partneri', format: 'xlsx' as const }
    return fileOf(reads, signedInSource, { ...body, report_data }, locale)
  })
}
