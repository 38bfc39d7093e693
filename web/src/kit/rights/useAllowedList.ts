import { neededForFile } from '@kontor/contract/kit/api/rights'
import type { Route } from '@kontor/contract/kit/api/route'
import { useMemo } from 'react'
import type { ListPageProps } from '../list/useListPage.ts'
import { useMay } from './useMay.ts'

/** A list screen without what its user may not do. */
export type AllowedList<R extends Route> = ReturnType<typeof useAllowedList<R>>

/** Takes from a list screen whatever calls a route that its user may not call. The routes say themselves what they need. */
export function useAllowedList<const R extends Route>(props: ListPageProps<R>) {
  const may = useMay()
  const { routes, toggle, imports, files, excel, rows, actions, bulk, bulkEdit, details } = props
  const canAdd = routes !== undefined && may(routes.create.needs)
  const canEdit = routes?.update !== undefined && may(routes.update.needs)
  return {
    ...props,
    canAdd,
    canEdit,
    canExport: may(neededForFile(rows.needs ?? 'signed-in')),
    /** Who may not edit reads: a feature without details of its own shows its columns. */
    hasDetails: canEdit ? props.hasDetails : undefined,
    readsColumns:
      details === undefined && props.goTo === undefined && routes?.update !== undefined && !canEdit,
    toggle: toggle && may(toggle.needs) ? toggle : undefined,
    imports: imports && may(imports.routes.import.needs) ? imports : undefined,
    files: useMemo(() => files?.filter(({ route }) => may(route.needs)), [files, may]),
    excel: excel && may(excel.needs) ? excel : undefined,
    bulkEdit: bulkEdit && may(bulkEdit.routes.bulk.needs) ? bulkEdit : undefined,
    bulk: useMemo(() => bulk?.filter(({ needs }) => may(needs)), [bulk, may]),
    actions: useMemo(() => actions?.filter(({ needs }) => may(needs)), [actions, may]),
  }
}
