import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult, sheetCalls } from '@kontor/contract/lib/imports/imports'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type * as z from 'zod/mini'
import type { AppContext } from '../../context.ts'
import type { CurrentUser } from '../auth/guard.ts'
import { Download, XLSX } from '../http/download.ts'
import { writeTemplate } from '../spreadsheets/xlsx-writer/template.ts'
import { type LayoutOptions, writeLayout } from '../spreadsheets/xlsx-writer/xlsx-writer.ts'
import { importStatus, undoImport } from './apply/undo.ts'
import type { ImportDefinition } from './import-definition.ts'
import { previewImport, runImport } from './imports.ts'

type SheetCalls = ReturnType<typeof sheetCalls<string, SheetColumns, z.ZodMiniType<ImportResult>>>
/** With any path and summary. */
type Calls = {
  [C in keyof SheetCalls]: Omit<SheetCalls[C], 'path' | 'summary' | 'description'> & {
    path: `/api/${string}`
    summary: string
  }
}

interface ImportRouteOptions<C extends SheetColumns> {
  /** The title of its files and their sheets, by locale. */
  title: Readonly<Record<Locale, string>>
  /** The name of the exported file and its sheet, instead of the title. */
  fileName?: string
  layout: C
  /**
   * Creates the definition for one import, which may cache look-ups; the second function returns what the response adds
   * after the import.
   */
  imported: (user?: CurrentUser) => { importDefinition: ImportDefinition<C>; extra?: () => object }
  /** All records in the layout. */
  rows: () => LayoutOptions<C>['rows']
  /** Called after an import or an undo. */
  onChanged?: () => Promise<void>
}

/** Registers the routes of a list that is imported and exported in one layout: files, import and undo. */
export function registerImports<C extends SheetColumns>(
  context: AppContext,
  calls: Calls,
  { title, fileName, layout, imported, rows, onChanged }: ImportRouteOptions<C>,
) {
  const { registerRoute, db } = context
  registerRoute(calls.excel, ({ locale }) => {
    const name = fileName ?? title[locale]
    const sheet = writeLayout({ sheetName: name, layout, rows: rows(), locale })
    return new Download(sheet, XLSX, { fileName: `${name}.xlsx` })
  })
  registerRoute(calls.template, ({ locale }) => templateOf(title, layout, locale))
  registerRoute(calls.import, async ({ form, files, user, locale }) => {
    const { importDefinition, extra } = imported(user)
    if (form.dry_run) {
      const preview = await previewImport(db, importDefinition, files.file, { answers: form.choices, locale })
      return { ...preview, ...(extra && withoutValues(extra())) }
    }
    const result = await runImport(context, importDefinition, files.file, user, form.choices)
    await onChanged?.()
    return { ...result, ...extra?.() }
  })
  registerRoute(calls.importStatus, ({ user }) => importStatus(context, imported().importDefinition, user))
  registerRoute(calls.undoImport, async ({ body, user }) => {
    const result = await undoImport(context, imported(user).importDefinition, body, user)
    await onChanged?.()
    return result
  })
}

/** The preview has no values, because some are secrets that are shown once. */
const withoutValues = (extra: object) => Object.fromEntries(Object.keys(extra).map((name) => [name, []]))

/** The empty template file of a layout. */
export function templateOf(title: Readonly<Record<Locale, string>>, layout: SheetColumns, locale: Locale) {
  const name = locale === 'cnr' ? `${title.cnr} - šablon` : `${title.en} - template`
  return new Download(writeTemplate({ sheetName: title[locale], layout, locale }), XLSX, {
    fileName: `${name}.xlsx`,
  })
}
