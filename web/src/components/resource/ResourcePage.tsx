import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { listOf } from '@kontor/contract/lib/resources/columns'
import { importColumnsOf } from '@kontor/contract/lib/resources/import-columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { ListPage } from '../data-table/list-page/ListPage.tsx'
import type { ListPageProps, RecordDialogProps } from '../data-table/list-page/listPageProps.ts'
import type { ListRow } from '../data-table/listRow.ts'
import { useSheets } from '../import-wizard/useSheets.ts'
import { columnsFor, rowName } from './columns.ts'

// Loaded with the first opened record: the list itself needs no fields.
const ResourceForm = lazyPart(() => import('./RecordDialogs.tsx'), 'ResourceForm')
const ResourceDetails = lazyPart(() => import('./RecordDialogs.tsx'), 'ResourceDetails')

/** Overrides of a generated resource's list page. */
export type Slots<R extends Resource = Resource> = Partial<
  Omit<ListPageProps<ReturnType<typeof routesOf<R>>['index']>, 'list' | 'rows'>
>

type Listed = ReturnType<typeof routesOf<Resource>>['index']

/**
 * The list page props of a generated resource, from its declaration. With `parent` the list has the children
 * of that record, and the form does not show the parent field.
 */
export function listPropsOf(resource: Resource, parent?: number): ListPageProps<Listed> {
  const routes = routesOf<Resource>(resource)
  const form = (props: RecordDialogProps<ListRow>) => (
    <ResourceForm resource={resource} parent={parent} {...props} />
  )
  const details = (props: { row: ListRow; onClose: () => void }) => (
    <ResourceDetails resource={resource} {...props} />
  )
  const inside = parent === undefined ? undefined : resource.parent
  const columns = columnsFor(resource).filter(({ key }) => key !== inside?.replace(/_id$/, ''))
  return {
    list: listOf(resource),
    listRoute: routes.index,
    columns,
    form,
    routes,
    toggle: routes.toggle,
    ...(inside && { scope: { body: { [inside]: parent } } }),
    ...(resource.names && { nameOf: (row: ListRow) => rowName(resource, row) }),
    ...(hasMore(resource) && { details }),
  } as ListPageProps<Listed> // the row type is given by the declaration
}

/** The list screen of a generated resource, generated from its declaration and the overrides. */
export function resourcePage<const R extends Resource>(resource: R, slots: Slots<R> = {}) {
  const props = { ...listPropsOf(resource), ...slots } as ListPageProps<Listed> // the overrides belong to exactly this resource
  const routes = routesOf<Resource>(resource)
  const layout = importColumnsOf(resource)
  return () => <ResourceList resource={resource} routes={routes} layout={layout} list={props} />
}

interface ResourceListProps {
  resource: Resource
  routes: ReturnType<typeof routesOf<Resource>>
  layout: SheetColumns
  list: ListPageProps<Listed>
}

/** The list with its import; overrides take precedence. */
function ResourceList({ resource, routes, layout, list }: ResourceListProps) {
  const { locale } = useLanguage()
  const sheets = useSheets(resource.labels[locale].title, routes, layout)
  return <ListPage {...sheets} {...list} />
}

/** Whether a record has fields that its row does not show. */
const hasMore = ({ fields }: Resource) =>
  Object.values(fields).some((field) => field.unlisted || (field.kind === 'text' && field.lines)) ||
  Object.keys(fields).length > 3
