import type { Locale } from '@kontor/contract/kit/api/locales'
import type { ImportResult, sheetCalls } from '@kontor/contract/kit/imports/imports'
import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import type * as z from 'zod/mini'
import type { SignedIn } from '../auth/guard.ts'
import { type ImportRecipe, previewImport, runImport } from '../imports/imports.ts'
import { importStatus, undoImport } from '../imports/undo.ts'
import { Download, XLSX } from '../serve/download.ts'
import type { Kontor } from '../serve/kontor.ts'
import { writeTemplate } from '../xlsx-writer/template.ts'
import { type LayoutOptions, writeLayout } from '../xlsx-writer/xlsx-writer.ts'

type Calls = ReturnType<typeof sheetCalls<string, SheetColumns, z.ZodMiniType<ImportResult>>>

interface Imported {
  /** The name of its files and of their sheets, by language. */
  title: Readonly<Record<Locale, string>>
  layout: SheetColumns
  /** One import, which may keep what it has looked up, and what else is told when it has been done. */
  imported: (user?: SignedIn) => { recipe: ImportRecipe<SheetColumns>; told?: () => object }
  /** All records in the layout. */
  rows: () => LayoutOptions<SheetColumns>['rows']
}

/** Mounts the calls of a list that is imported and exported in one layout: the files, the import and the way back. */
export function serveImports(kontor: Kontor, calls: Calls, { title, layout, imported, rows }: Imported) {
  const { serve, db } = kontor
  serve(calls.excel, ({ locale }) => {
    const sheet = writeLayout({ sheetName: title[locale], layout, rows: rows(), locale })
    return new Download(sheet, XLSX, { fileName: `${title[locale]}.xlsx` })
  })
  serve(calls.template, ({ locale }) => templateOf(title, layout, locale))
  serve(calls.import, async ({ form, files, user }) => {
    const { recipe, told } = imported(user)
    if (form.dry_run === 'true' || form.dry_run === '1') {
      const preview = await previewImport(db, recipe, files.file, form.choices)
      return { ...preview, ...(told && untold(told())) }
    }
    const result = await runImport(kontor, recipe, files.file, user, form.choices)
    return { ...result, ...told?.() }
  })
  serve(calls.importStatus, ({ user }) => importStatus(kontor, imported().recipe, user))
  serve(calls.undoImport, ({ body, user }) => undoImport(kontor, imported(user).recipe, body, user))
}

/** A preview tells nothing that is told once. */
const untold = (told: object) => Object.fromEntries(Object.keys(told).map((name) => [name, []]))

/** The empty file of a layout, to be filled in and imported. */
export function templateOf(title: Imported['title'], layout: SheetColumns, locale: Locale) {
  const name = locale === 'cnr' ? `${title.cnr} - predložak` : `${title.en} - template`
  return new Download(writeTemplate({ sheetName: title[locale], layout, locale }), XLSX, {
    fileName: `${name}.xlsx`,
  })
}
