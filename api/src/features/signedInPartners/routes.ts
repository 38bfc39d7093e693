import { signedInPartners } from '@kontor/contract/signedInPartners'
import { fileOf, pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { signedInSource } from './queries.ts'

export function signedInPartnerRoutes({ serve, reads }: Kontor) {
  serve(signedInPartners.index, ({ body, locale }) => pageOrFile(reads, signedInSource, body, locale))
  serve(signedInPartners.excel, ({ body, locale }) => {
    const report_data = { name: 'prijavljeni_partneri', format: 'xlsx' as const }
    return fileOf(reads, signedInSource, { ...body, report_data }, locale)
  })
}
