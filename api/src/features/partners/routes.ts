import { figureNames, partnerBody, partnerSheet, partners } from '@kontor/contract/partners'
import { fromLegacy, legacyNames } from '@kontor/contract/partners/legacy'
import { requireRight } from '../../kit/auth/guard.ts'
import { previewImport, runImport } from '../../kit/imports/imports.ts'
import { importStatus, undoImport } from '../../kit/imports/undo.ts'
import { listAll, streamEvery } from '../../kit/list/list.ts'
import { pageOfPicked, pageOrFile } from '../../kit/list/report.ts'
import { getRow } from '../../kit/records/records.ts'
import { serveChanges } from '../../kit/records/rest-stays.ts'
import { templateOf } from '../../kit/records/serve-imports.ts'
import { Download, XLSX } from '../../kit/serve/download.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { syncLines } from '../../kit/sync/sync.ts'
import { writeLayout } from '../../kit/xlsx-writer/xlsx-writer.ts'
import { bulkPartnerRoutes } from './bulk/routes.ts'
import { wroteFigures } from './figures/queries.ts'
import { requireFigures } from './figures/rules.ts'
import { partnerPageRoutes } from './page/routes.ts'
import { appPartnerRoutes } from './portal/routes.ts'
import {
  createPartner,
  listPartners,
  partnerChoices,
  partnersFor,
  togglePartner,
  updatePartner,
} from './queries.ts'
import { partnerImport, partnerRows, plainSheet } from './sheet.ts'

export function partnerRoutes(kontor: Kontor) {
  const { serve, db, reads, config } = kontor
  const min = config.passwordMinLength
  serve(partners.index, ({ user, body, locale }) => {
    requireFigures(user, body)
    const source = partnersFor(user, body.report_data ? 'figures.export' : 'figures.see')
    return pageOrFile(reads, source, body, locale)
  })
  serve(partners.all, ({ user }) => streamEvery(reads, partnersFor(user)))
  serve(partners.active, () => listAll(db, partnerChoices))
  serve(partners.activePage, ({ body, locale }) => pageOfPicked(reads, partnerChoices, body, locale))
  serve(partners.one, ({ user, params }) => getRow(db, partnersFor(user), params.id))
  serve(partners.create, ({ user, body }) => createPartner(db, user, fromLegacy(body), min))
  serveChanges(
    serve,
    [partners.update, partners.updatePost, partners.patch],
    {
      whole: partnerBody,
      stored: ({ user, params }) => getRow(db, partnersFor(user), params.id),
      legacy: legacyNames,
      // Only of whoever may change the figures all are wanted.
      apart: ({ user }) => (user.rights.has('figures.change') ? [] : figureNames),
    },
    ({ user, params, body }) => updatePartner(db, user, params.id, fromLegacy(body), min),
  )
  serve(partners.toggle, ({ params, body }) => togglePartner(db, params.id, body?.is_active))
  serve(partners.excel, ({ user, locale }) => {
    const layout = user.rights.has('figures.export') ? partnerSheet : plainSheet
    const sheet = writeLayout({ sheetName: 'Partners', layout, rows: partnerRows(reads), locale })
    return new Download(sheet, XLSX, { fileName: 'Partners.xlsx' })
  })
  serve(partners.template, ({ user, locale }) => {
    const layout = user.rights.has('figures.import') ? partnerSheet : plainSheet
    return templateOf({ cnr: 'Partneri', en: 'Partners' }, layout, locale)
  })
  serve(partners.import, async ({ form, files, user }) => {
    const isFinancial = isOn(form.is_update_financial ?? 'true')
    if (isFinancial) requireRight(user, 'figures.import')
    const { recipe, logins } = partnerImport(isFinancial, user.rights.has('figures.import'))
    if (isOn(form.dry_run)) {
      return { ...(await previewImport(db, recipe, files.file, form.choices)), result: [], passwords: [] }
    }
    const done = await runImport(kontor, recipe, files.file, user, form.choices)
    const ids = done.changes.slice(0, 100).map(({ values }) => Number(values.id))
    return { ...done, result: await listPartners(db, partnersFor(user), ids), passwords: logins }
  })
  serve(partners.sync, ({ lines, user }) => {
    const { recipe, logins } = partnerImport(false, user.rights.has('figures.import'))
    return syncLines(kontor, recipe, lines, user, () => {
      const passwords = new Map(logins.map(({ id, password }) => [id, { password }]))
      return (key) => passwords.get(Number(key))
    })
  })
  serve(partners.importStatus, ({ user }) => importStatus(kontor, partnerImport(false).recipe, user))
  serve(partners.undoImport, async ({ body, user }) => {
    if (await wroteFigures(db, body.id)) requireRight(user, 'figures.import')
    return undoImport(kontor, partnerImport(false).recipe, body, user)
  })
  partnerPageRoutes(kontor)
  appPartnerRoutes(kontor)
  bulkPartnerRoutes(kontor)
}

const isOn = (text: string | undefined) => text === 'true' || text === '1'
