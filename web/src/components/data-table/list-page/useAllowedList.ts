import { exportPermission } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import { useMemo } from 'react'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import type { ListPageProps } from './listPageProps.ts'

/** The props of a list screen without what the user may not do. */
export type AllowedList<R extends Route> = ReturnType<typeof useAllowedList<R>>

/** Removes everything whose route the user has no permission for. The routes declare their permissions. */
export function useAllowedList<const R extends Route>(props: ListPageProps<R>) {
  const can = usePermission()
  const { routes, toggle, imports, files, excel, listRoute, actions, bulk, bulkEdit, details } = props
  const canAdd = routes !== undefined && can(routes.create.permission)
  const canEdit = routes?.update !== undefined && can(routes.update.permission)
  return {
    ...props,
    canAdd,
    canEdit,
    canExport: can(exportPermission(listRoute.permission ?? 'signed-in')),
    /** Without permission to edit, a feature without details of its own shows its columns. */
    hasDetails: canEdit ? props.hasDetails : undefined,
    readsColumns:
      details === undefined && props.goTo === undefined && routes?.update !== undefined && !canEdit,
    toggle: toggle && can(toggle.permission) ? toggle : undefined,
    imports: imports && can(imports.routes.import.permission) ? imports : undefined,
    files: useMemo(() => files?.filter(({ route }) => can(route.permission)), [files, can]),
    excel: excel && can(excel.permission) ? excel : undefined,
    bulkEdit: bulkEdit && can(bulkEdit.routes.bulk.permission) ? bulkEdit : undefined,
    bulk: useMemo(() => bulk?.filter(({ permission }) => can(permission)), [bulk, can]),
    actions: useMemo(() => actions?.filter(({ permission }) => can(permission)), [actions, can]),
  }
}
