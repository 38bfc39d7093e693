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
  /** The title of its files and their sheets, by locale. */
  title: Readonly<Record<Locale, string>>
  layout: SheetColumns
  /**
   * Creates the definition for one import, which may cache look-ups; the second function returns what the response adds
   * after the import.
   */
  imported: (user?: SignedIn) => { importDefinition: ImportDefinition<SheetColumns>; extra?: () => object }
  /** All records in the layout. */
  rows: () => LayoutOptions<SheetColumns>['rows']
}

/** Registers the routes of a list that is imported and exported in one layout: files, import and undo. */
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
  registerRoute(calls.import, async ({ form, files, user, locale }) => {
    const { importDefinition, extra } = imported(user)
    if (form.dry_run) {
      const preview = await previewImport(db, importDefinition, files.file, { ...form, locale })
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

/** The preview has no values, because some are secrets that are shown once. */
const withoutValues = (extra: object) => Object.fromEntries(Object.keys(extra).map((name) => [name, []]))

/** The empty template file of a layout. */
export function templateOf(title: Imported['title'], layout: SheetColumns, locale: Locale) {
  const name = locale === 'cnr' ? `${title.cnr} - šablon` : `${title.en} - template`
  return new Download(writeTemplate({ sheetName: title[locale], layout, locale }), XLSX, {
    fileName: `${name}.xlsx`,
  })
}
