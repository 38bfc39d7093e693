import type { Route } from '@kontor/contract/lib/http/route'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Imports } from './importProps.ts'

interface SheetRoutes extends Required<Imports['routes']> {
  excel: Route
}

/**
 * The import of a list and its two downloads, the template and the export of all rows; `title` is the
 * name of the list.
 */
export function useSheets(title: string, routes: SheetRoutes, layout: SheetColumns) {
  const t = useTranslations()
  return useMemo(
    () => ({
      imports: { title: t('table.import_of', { title }), routes, layout } satisfies Imports,
      files: [
        { label: t('table.export_all'), route: routes.excel },
        { label: t('table.template'), route: routes.template },
      ],
    }),
    [t, title, routes, layout],
  )
}
