import { listOf } from '@kontor/contract/kit/resource/columns'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { Suspense } from 'react'
import { ListPage } from '../list/ListPage.tsx'
import type { ListPageProps, RecordDialogProps } from '../list/useListPage.ts'
import type { ListRow } from '../list/wholeList.ts'
import { lazyPart } from '../router/lazyPart.ts'
import { columnsFor } from './columns.ts'

// They come with the first record that is opened: a list of a few words needs none of their fields.
const ResourceForm = lazyPart(() => import('./RecordDialogs.tsx'), 'ResourceForm')
const ResourceDetails = lazyPart(() => import('./RecordDialogs.tsx'), 'ResourceDetails')

/** What a plain resource shows otherwise than its declaration says. */
export type Slots<R extends Resource = Resource> = Partial<
  Omit<ListPageProps<ReturnType<typeof routesOf<R>>['index']>, 'feature' | 'list' | 'rows'>
>

/** The list screen of a plain resource, with its form and details: all of it from the declaration, but for the slots. */
export function resourcePage<const R extends Resource>(resource: R, slots: Slots<R> = {}) {
  const routes = routesOf<Resource>(resource)
  const form = (props: RecordDialogProps<ListRow>) => (
    <Suspense>
      <ResourceForm resource={resource} {...props} />
    </Suspense>
  )
  const details = (props: { row: ListRow; onClose: () => void }) => (
    <Suspense>
      <ResourceDetails resource={resource} {...props} />
    </Suspense>
  )
  const props = {
    ...{ feature: resource, list: listOf(resource), rows: routes.index, columns: columnsFor(resource) },
    ...{ form, routes, toggle: routes.toggle },
    ...(hasMore(resource) && { details }),
    ...slots,
  } as ListPageProps<typeof routes.index> // the slots are those of exactly this resource
  return () => <ListPage {...props} />
}

/** Whether a record has more to read than its row shows. */
const hasMore = ({ fields }: Resource) =>
  Object.values(fields).some((field) => field.unlisted || (field.kind === 'text' && field.lines)) ||
  Object.keys(fields).length > 3
