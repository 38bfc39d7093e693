import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult, sheetCalls } from '@kontor/contract/lib/imports/imports'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type * as z from 'zod/mini'
import type { AppContext } from '../../context.ts'
import type { SignedIn } from '../auth/guard.ts'
import { Download, XLSX } from '../http/download.ts'
import { writeTemplate } from '../spreadsheets/xlsx-writer/template.ts'
import { type LayoutOptions, writeLayout } from '../spreadsheets/xlsx-writer/xlsx-writer.ts'
import type { ImportDefinition } from './import-definition.ts'
import { previewImport, runImport } from './imports.ts'
import { importStatus, undoImport } from './undo.ts'

type Calls = ReturnType<typeof sheetCalls<string, SheetColumns, z.ZodMiniType<ImportResult>>>

interface Imported {
  /** The name of its files and of their sheets, by language. */
  title: Readonly<Record<Locale, string>>
  layout: SheetColumns
  /** One import, which may cache what it has looked up, and what its response adds once it is applied. */
  imported: (user?: SignedIn) => { importDefinition: ImportDefinition<SheetColumns>; extra?: () => object }
  /** All records in the layout. */
  rows: () => LayoutOptions<SheetColumns>['rows']
}

/** Mounts the calls of a list that is imported and exported in one layout: the files, the import and the way back. */
export function registerImports(
  context: AppContext,
  calls: Calls,
  { title, layout, imported, rows }: Imported,
) {
  const { registerRoute, db } = context
  registerRoute(calls.excel, ({ locale }) => {
    const sheet = writeLayout({ sheetName: title[locale], layout, rows: rows(), locale })
    return new Download(sheet, XLSX, { fileName: `${title[locale]}.xlsx` })
  })
  registerRoute(calls.template, ({ locale }) => templateOf(title, layout, locale))
  registerRoute(calls.import, async ({ form, files, user }) => {
    const { importDefinition, extra } = imported(user)
    if (form.dry_run === 'true' || form.dry_run === '1') {
      const preview = await previewImport(db, importDefinition, files.file, form.choices)
      return { ...preview, ...(extra && withoutValues(extra())) }
    }
    const result = await runImport(context, importDefinition, files.file, user, form.choices)
    return { ...result, ...extra?.() }
  })
  registerRoute(calls.importStatus, ({ user }) => importStatus(context, imported().importDefinition, user))
  registerRoute(calls.undoImport, ({ body, user }) =>
    undoImport(context, imported(user).importDefinition, body, user),
  )
}

/** A preview never holds secrets that are shown once. */
const withoutValues = (extra: object) => Object.fromEntries(Object.keys(extra).map((name) => [name, []]))

/** The empty file of a layout, to be filled in and imported. */
export function templateOf(title: Imported['title'], layout: SheetColumns, locale: Locale) {
  const name = locale === 'cnr' ? `${title.cnr} - predložak` : `${title.en} - template`
  return new Download(writeTemplate({ sheetName: title[locale], layout, locale }), XLSX, {
    fileName: `${name}.xlsx`,
  })
}
