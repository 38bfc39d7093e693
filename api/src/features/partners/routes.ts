import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { figureNames, partnerBody, partnerList, partnerSheet, partners } from '@kontor/contract/partners'
import { bulkPartners, partnerBulk } from '@kontor/contract/partners/bulk'
import { fromLegacy, legacyNames } from '@kontor/contract/partners/legacy'
import { noteBody, partnerNotes } from '@kontor/contract/partners/notes'
import { partnerPage } from '@kontor/contract/partners/page'
import { partnerTimeline } from '@kontor/contract/partners/timeline'
import type { AppContext } from '../../context.ts'
import { type CurrentUser, requirePermission } from '../../lib/auth/guard.ts'
import { registerImports } from '../../lib/imports/routes.ts'
import { syncLines } from '../../lib/imports/sync/sync.ts'
import { listAll, streamUnfiltered } from '../../lib/lists/list.ts'
import { pageOfPicked, pageOrFile } from '../../lib/lists/respond.ts'
import { registerBulkEdits } from '../../lib/resources/bulk-routes.ts'
import { getRow, requireRecord } from '../../lib/resources/records.ts'
import { registerUpdate } from '../../lib/resources/register-update.ts'
import { partnerBulkDefinition } from './bulk/queries.ts'
import { requireFigures } from './figures/rules.ts'
import { addNote, changeNote, getNote, listNotes, removeNote } from './notes/queries.ts'
import { getOverview, listCampaigns, listChats } from './page/queries.ts'
import { portalPartnerRoutes } from './portal/routes.ts'
import {
  createPartner,
  hasFigures,
  listPartners,
  partnerChoices,
  partnersFor,
  togglePartner,
  updatePartner,
} from './queries.ts'
import { partnerImport, partnerRows, plainSheet } from './sheet.ts'
import { listTimeline } from './timeline/queries.ts'

export function partnerRoutes(context: AppContext) {
  const { registerRoute, db, reads, config, mail } = context
  const changing = { db, mail, minLength: config.passwordMinLength }
  registerRoute(partners.index, ({ user, body, locale }) => {
    requireFigures(user, body)
    const source = partnersFor(user, body.report_data ? 'figures.export' : 'figures.see')
    return pageOrFile(reads, source, body, locale)
  })
  registerRoute(partners.all, ({ user }) => streamUnfiltered(reads, partnersFor(user)))
  registerRoute(partners.active, () => listAll(db, partnerChoices))
  registerRoute(partners.activePage, ({ body, locale }) => pageOfPicked(reads, partnerChoices, body, locale))
  registerRoute(partners.one, ({ user, params }) => getRow(db, partnersFor(user), params.id))
  registerRoute(partners.create, ({ user, body, locale }) =>
    createPartner({ ...changing, user, locale }, fromLegacy(body)),
  )
  registerUpdate(
    registerRoute,
    [partners.update, partners.updatePost, partners.patch],
    {
      schema: partnerBody,
      load: ({ user, params }) => getRow(db, partnersFor(user), params.id),
      legacy: legacyNames,
      // Users who may change the money-or-percent fields must send all of them.
      completedByHandler: ({ user }) => (user.permissions.has('figures.change') ? [] : figureNames),
    },
    ({ user, params, body, locale }) =>
      updatePartner({ ...changing, user, locale }, params.id, fromLegacy(body)),
  )
  registerRoute(partners.toggle, ({ params, body }) => togglePartner(db, params.id, body?.is_active))
  partnerImportRoutes(context)
  partnerPageRoutes(context)
  portalPartnerRoutes(context)
  registerBulkEdits(context, bulkPartners, {
    ...partnerBulkDefinition,
    fields: partnerBulk,
    requireFilters: (user, filters) => requireFigures(user, { filters }),
  })
}

function partnerImportRoutes(context: AppContext) {
  const { registerRoute, db, reads } = context
  registerImports<SheetColumns>(context, partners, {
    labels: partnerList.labels,
    fileName: 'Partners',
    layout: (user, action) => (user.permissions.has(`figures.${action}`) ? partnerSheet : plainSheet),
    imported({ user }, form) {
      const isFinancial = form !== undefined && (form.is_update_financial ?? true)
      if (isFinancial) requirePermission(user, 'figures.import')
      const { importDefinition, logins } = partnerImport(isFinancial, user.permissions.has('figures.import'))
      const result = ({ changes }: ImportResult) => {
        const ids = changes.slice(0, 100).map(({ values }) => Number(values.id))
        return listPartners(db, partnersFor(user), ids)
      }
      return { importDefinition, extra: { result, passwords: () => logins } }
    },
    rows: () => partnerRows(reads),
    async beforeUndo(user, id) {
      if (await hasFigures(db, id)) requirePermission(user, 'figures.import')
    },
  })
  registerRoute(partners.sync, ({ lines }) =>
    syncLines(context, { list: 'partners', lines, imported: synced }),
  )
}

function synced(user: CurrentUser) {
  const { importDefinition, logins } = partnerImport(false, user.permissions.has('figures.import'))
  const extra = () => {
    const passwords = new Map(logins.map(({ id, password }) => [id, { password }]))
    return (key: string | number) => passwords.get(Number(key))
  }
  return { importDefinition, extra }
}

function partnerPageRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(partnerPage.overview, ({ user, params }) => getOverview(db, user, params.id))
  registerRoute(partnerPage.campaigns, async ({ user, params }) => {
    await requireRecord(db, 'partners', params.id)
    return listCampaigns(db, user, params.id)
  })
  registerRoute(partnerPage.chats, async ({ params }) => {
    await requireRecord(db, 'partners', params.id)
    return listChats(db, params.id)
  })
  partnerTimelineRoutes(context)
  partnerNoteRoutes(context)
}

function partnerTimelineRoutes({ registerRoute, db }: AppContext) {
  registerRoute(partnerTimeline.index, async ({ user, params, query }) => {
    await requireRecord(db, 'partners', params.id)
    return listTimeline(db, user, params.id, query)
  })
}

function partnerNoteRoutes({ registerRoute, db }: AppContext) {
  registerRoute(partnerNotes.index, ({ user, params }) => listNotes(db, user, params.id))
  registerRoute(partnerNotes.create, ({ user, params, body }) => addNote(db, user, params.id, body.note))
  registerUpdate(
    registerRoute,
    [partnerNotes.update, partnerNotes.patch],
    { schema: noteBody, load: ({ user, params }) => getNote(db, user, params.id) },
    ({ user, params, body }) => changeNote(db, user, params.id, body),
  )
  registerRoute(partnerNotes.remove, ({ user, params }) => removeNote(db, user, params.id))
}
