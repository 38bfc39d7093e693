import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult, importUpload, sheetRoutes } from '@kontor/contract/lib/imports/imports'
import type { Labels } from '@kontor/contract/lib/resources/labels'
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

type SheetRoutes = ReturnType<typeof sheetRoutes<string, SheetColumns, z.ZodMiniType<ImportResult>>>
/** With any path and summary. */
type Calls = {
  [C in keyof SheetRoutes]: Omit<SheetRoutes[C], 'path' | 'summary' | 'description'> & {
    path: `/api/${string}`
    summary: string
  }
}

type ReadExtra = (result: ImportResult) => readonly unknown[] | Promise<readonly unknown[]>

interface ImportRouteOptions<C extends SheetColumns> {
  /** Its files and their sheets have their title. */
  labels: Readonly<Record<Locale, Pick<Labels, 'title'>>>
  /** The name of the exported file and its sheet, instead of the title. */
  fileName?: string
  /** The columns that a user may export or import. */
  layout: (user: CurrentUser, action: 'export' | 'import') => C
  /**
   * Creates the definition for one import, which may cache look-ups; `form` is absent for its state and its undo.
   * `extra` reads what the response has in addition after the import; empty when reading fails.
   */
  imported: (
    call: { user: CurrentUser; locale: Locale },
    form?: z.output<ReturnType<typeof importUpload>['form']>,
  ) => {
    importDefinition: ImportDefinition<C>
    extra?: Record<string, ReadExtra>
  }
  /** All records in the layout. */
  rows: () => LayoutOptions<C>['rows']
  /** Called before an undo. Throws when the user may not undo this import. */
  beforeUndo?: (user: CurrentUser, importId: number) => Promise<void>
}

/** Registers the routes of a list that is imported and exported in one layout: files, import and undo. */
export function registerImports<C extends SheetColumns>(
  context: AppContext,
  calls: Calls,
  { labels, fileName, layout, imported, rows, beforeUndo }: ImportRouteOptions<C>,
) {
  const { registerRoute, db } = context
  registerRoute(calls.excel, ({ user, locale }) => {
    const name = fileName ?? labels[locale].title
    const sheet = writeLayout({ sheetName: name, layout: layout(user, 'export'), rows: rows(), locale })
    return new Download(sheet, XLSX, { fileName: `${name}.xlsx` })
  })
  registerRoute(calls.template, ({ user, locale }) => {
    const sheet = writeTemplate({ sheetName: labels[locale].title, layout: layout(user, 'import'), locale })
    const name = `${labels[locale].title} - ${locale === 'cnr' ? 'šablon' : 'template'}`
    return new Download(sheet, XLSX, { fileName: `${name}.xlsx` })
  })
  registerRoute(calls.import, async ({ form, files, user, locale }) => {
    const { importDefinition, extra = {} } = imported({ user, locale }, form)
    const result = form.dry_run
      ? await previewImport(db, importDefinition, files.file, { answers: form.choices, locale })
      : await runImport(context, importDefinition, files.file, user, {
          answers: form.choices,
          plan: form.plan,
        })
    const added: Record<string, readonly unknown[]> = {}
    // The preview has no values, because some are secrets that are shown once.
    for (const [name, read] of Object.entries(extra))
      added[name] = form.dry_run ? [] : await readExtra(context, name, () => read(result))
    return { ...result, ...added }
  })
  registerRoute(calls.importStatus, ({ user, locale }) =>
    importStatus(context, imported({ user, locale }).importDefinition, user),
  )
  registerRoute(calls.undoImport, async ({ body, user, locale }) => {
    await beforeUndo?.(user, body.id)
    return undoImport(context, imported({ user, locale }).importDefinition, body, user)
  })
}

/** Once an import is committed no read may fail its response: passwords are in no other. */
async function readExtra(
  { log }: Pick<AppContext, 'log'>,
  name: string,
  read: () => ReturnType<ReadExtra>,
): Promise<readonly unknown[]> {
  try {
    return await read()
  } catch (error) {
    log(`imports: ${name} of a finished import is missing in its response: ${String(error)}`)
    return []
  }
}
