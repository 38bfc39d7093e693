import type { Resource } from '@kontor/contract/lib/resources/resource'
import { useMemo } from 'react'
import { ListPage } from '../data-table/list-page/ListPage.tsx'
import { listPropsOf } from './ResourcePage.tsx'

/** The records that belong to one other: listed, added, edited, deactivated and restored in place. */
export function ChildList({ resource, parent }: { resource: Resource; parent: number }) {
  const props = useMemo(() => listPropsOf(resource, parent), [resource, parent])
  return (
    // A head that is in a section is none of the whole page.
    <section style={{ display: 'contents' }}>
      <ListPage {...props} under={`${resource.name}.`} />
    </section>
  )
}
