import type { Resource } from '@kontor/contract/lib/resources/resource'
import { useMemo } from 'react'
import { ListPage } from '../data-table/list-page/ListPage.tsx'
import { listPropsOf } from './ResourcePage.tsx'

/** The child records of one record: list, add, edit, deactivate and restore in place. */
export function ChildList({ resource, parent }: { resource: Resource; parent: number }) {
  const props = useMemo(() => listPropsOf(resource, parent), [resource, parent])
  return (
    // A header inside a section is not the banner of the page.
    <section style={{ display: 'contents' }}>
      <ListPage {...props} paramPrefix={`${resource.name}.`} />
    </section>
  )
}
