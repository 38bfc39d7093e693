import { campaignPartnerSheet, campaignPartners } from '@kontor/contract/campaigns/partners'
import type { AppContext } from '../../../context.ts'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { Download, XLSX } from '../../../lib/http/download.ts'
import { importStatus, undoImport } from '../../../lib/imports/apply/undo.ts'
import { previewImport, readImport, runImport } from '../../../lib/imports/imports.ts'
import { listIds, listPage, streamAll } from '../../../lib/lists/list.ts'
import { pageOrFile, streamOrFile } from '../../../lib/lists/respond.ts'
import { restrictedToIds } from '../../../lib/lists/source.ts'
import { writeLayout } from '../../../lib/spreadsheets/xlsx-writer/xlsx-writer.ts'
import { listOfCampaign, saveDetails } from '../details/queries.ts'
import { requireCampaign } from '../table.ts'
import {
  campaignPartnerSource,
  campaignPartnerSourceWithSpent,
  changeCash,
  listWithoutSharedCategory,
  partnerCandidateSource,
  removePartner,
} from './queries.ts'
import { cashImport, cashRows, listRead, requireCash, withoutOwnColumns } from './sheet.ts'

export function campaignPartnerRoutes(context: AppContext) {
  const { registerRoute, db, reads } = context
  registerRoute(campaignPartners.all, async ({ params, query, locale, user }) =>
    streamOrFile(
      reads,
      await listOfCampaign(db, partnersFor(user, query), params.campaign_id),
      query,
      locale,
    ),
  )
  registerRoute(campaignPartners.allByQuery, async ({ query: { campaign_id, ...request }, locale, user }) =>
    streamOrFile(reads, await listOfCampaign(db, partnersFor(user, request), campaign_id), request, locale),
  )
  registerRoute(campaignPartners.index, async ({ params, body, locale, user }) =>
    pageOrFile(reads, await listOfCampaign(db, partnersFor(user, body), params.campaign_id), body, locale),
  )
  registerRoute(campaignPartners.replace, async ({ body: { campaign_id, partners, version } }) => {
    await saveDetails(db, campaign_id, { partners, version })
    return streamAll(db, campaignPartnerSource(campaign_id), {})
  })
  registerRoute(campaignPartners.changeCash, ({ params, body }) => changeCash(db, params.campaign_id, body))
  registerRoute(campaignPartners.remove, ({ params }) => removePartner(db, params))
  registerRoute(campaignPartners.candidates, ({ body: { categories, only, ...body }, locale }) => {
    const all = partnerCandidateSource(keyOf(categories))
    return pageOrFile(reads, only ? restrictedToIds(all, only) : all, body, locale)
  })
  registerRoute(campaignPartners.candidateIds, async ({ body: { categories, filters } }) => ({
    ids: await listIds(db, partnerCandidateSource(keyOf(categories)), { filters }),
  }))
  registerRoute(campaignPartners.apart, async ({ body }) => ({
    partners: await listWithoutSharedCategory(db, body.partners, body.categories),
  }))
  cashSheetRoutes(context)
}

function cashSheetRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(campaignPartners.excel, async ({ body: { campaign_id }, locale }) => {
    await requireCampaign(db, campaign_id)
    const rows = cashRows(db, campaign_id)
    const layout = campaignPartnerSheet
    const sheet = writeLayout({ sheetName: 'Partneri kampanje', layout, rows, locale })
    return new Download(sheet, XLSX, { fileName: `partneri_kampanje_${campaign_id}.xlsx` })
  })
  registerRoute(campaignPartners.import, async ({ params: { campaign_id }, form, files, user, locale }) => {
    await requireCash(db, campaign_id)
    const importDefinition = cashImport(campaign_id)
    const outcome = form.dry_run
      ? await previewImport(db, importDefinition, files.file, { answers: form.choices, locale })
      : await runImport(context, importDefinition, files.file, user, {
          answers: form.choices,
          plan: form.plan,
        })
    const { result } = await listPage(db, campaignPartnerSource(campaign_id), {
      options: { itemsPerPage: 100 },
    })
    return { ...withoutOwnColumns(outcome), result }
  })
  registerRoute(campaignPartners.read, async ({ form, files, locale }) => {
    const { preview, plan } = await readImport(db, cashImport(), files.file, {
      answers: form.choices,
      locale,
    })
    const rows = Array.from(plan.create, ({ values }) => values)
    return { ...withoutOwnColumns(preview), result: await listRead(db, rows) }
  })
  registerRoute(campaignPartners.importStatus, async ({ params: { campaign_id }, user }) => {
    await requireCampaign(db, campaign_id)
    return importStatus(context, cashImport(campaign_id), user)
  })
  registerRoute(campaignPartners.undoImport, async ({ params: { campaign_id }, body, user }) => {
    await requireCampaign(db, campaign_id)
    return undoImport(context, cashImport(campaign_id), body, user)
  })
}

/** The column of what partners have spent needs the permission for carts, in a file that for their export. */
const partnersFor = ({ permissions }: CurrentUser, { report_data }: { report_data?: unknown }) =>
  permissions.has('cart.see') && (!report_data || permissions.has('cart.export'))
    ? campaignPartnerSourceWithSpent
    : campaignPartnerSource

/** A key of categories that does not depend on their order. */
const keyOf = (categories: readonly number[]) => [...new Set(categories)].sort((a, b) => a - b).join()
