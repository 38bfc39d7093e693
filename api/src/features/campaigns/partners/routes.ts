import { campaignPartnerSheet, campaignPartners } from '@kontor/contract/campaigns/partners'
import { previewImport, readImport, runImport } from '../../../kit/imports/imports.ts'
import { importStatus, undoImport } from '../../../kit/imports/undo.ts'
import { listIds, listPage, streamAll } from '../../../kit/list/list.ts'
import { pageOrFile, streamOrFile } from '../../../kit/list/report.ts'
import { ofThese } from '../../../kit/list/source.ts'
import { Download, XLSX } from '../../../kit/serve/download.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { writeLayout } from '../../../kit/xlsx-writer/xlsx-writer.ts'
import { panelOf, saveDetails } from '../details/queries.ts'
import { requireCampaign } from '../table.ts'
import { candidatesFor, changeCash, listApart, partnersOf } from './queries.ts'
import { cashImport, cashRows, listRead, requireCash, withoutOwnColumns } from './sheet.ts'

export function campaignPartnerRoutes(kontor: Kontor) {
  const { serve, db, reads } = kontor
  serve(campaignPartners.all, async ({ params, query, locale }) =>
    streamOrFile(reads, await panelOf(db, partnersOf, params.campaign_id), query, locale),
  )
  serve(campaignPartners.allByQuery, async ({ query: { campaign_id, ...request }, locale }) =>
    streamOrFile(reads, await panelOf(db, partnersOf, campaign_id), request, locale),
  )
  serve(campaignPartners.index, async ({ params, body, locale }) =>
    pageOrFile(reads, await panelOf(db, partnersOf, params.campaign_id), body, locale),
  )
  serve(campaignPartners.replace, async ({ body: { campaign_id, partners, version } }) => {
    await saveDetails(db, campaign_id, { partners, version })
    return streamAll(db, partnersOf(campaign_id), {})
  })
  serve(campaignPartners.changeCash, ({ params, body }) => changeCash(db, params.campaign_id, body))
  serve(campaignPartners.candidates, ({ body: { categories, only, ...body }, locale }) => {
    const all = candidatesFor(keyOf(categories))
    return pageOrFile(reads, only ? ofThese(all, only) : all, body, locale)
  })
  serve(campaignPartners.candidateIds, async ({ body: { categories, filters } }) => ({
    ids: await listIds(db, candidatesFor(keyOf(categories)), { filters }),
  }))
  serve(campaignPartners.apart, async ({ body }) => ({
    partners: await listApart(db, body.partners, body.categories),
  }))
  cashSheetRoutes(kontor)
}

function cashSheetRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(campaignPartners.excel, async ({ body: { campaign_id }, locale }) => {
    await requireCampaign(db, campaign_id)
    const rows = cashRows(db, campaign_id)
    const layout = campaignPartnerSheet
    const sheet = writeLayout({ sheetName: 'Partneri kampanje', layout, rows, locale })
    return new Download(sheet, XLSX, { fileName: `partneri_kampanje_${campaign_id}.xlsx` })
  })
  serve(campaignPartners.import, async ({ params: { campaign_id }, form, files, user }) => {
    await requireCash(db, campaign_id)
    const recipe = cashImport(campaign_id)
    const isPreview = form.dry_run === 'true' || form.dry_run === '1'
    const told = isPreview
      ? await previewImport(db, recipe, files.file, form.choices)
      : await runImport(kontor, recipe, files.file, user, form.choices)
    const { result } = await listPage(db, partnersOf(campaign_id), { options: { itemsPerPage: 100 } })
    return { ...withoutOwnColumns(told), result }
  })
  serve(campaignPartners.read, async ({ form, files }) => {
    const { preview, plan } = await readImport(db, cashImport(), files.file, form.choices)
    const rows = plan.create.map(({ values }) => values)
    return { ...withoutOwnColumns(preview), result: await listRead(db, rows) }
  })
  serve(campaignPartners.importStatus, async ({ params: { campaign_id }, user }) => {
    await requireCampaign(db, campaign_id)
    return importStatus(kontor, cashImport(campaign_id), user)
  })
  serve(campaignPartners.undoImport, async ({ params: { campaign_id }, body, user }) => {
    await requireCampaign(db, campaign_id)
    return undoImport(kontor, cashImport(campaign_id), body, user)
  })
}

/** One list for the same categories in whatever order. */
const keyOf = (categories: readonly number[]) => [...new Set(categories)].sort((a, b) => a - b).join()
