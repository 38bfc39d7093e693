// Tabs with the child records of a record, such as the contacts of a partner.
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { responseKey } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useHidden, usePermission } from '../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { digitKeys, useShortcuts } from '../../lib/shortcuts/useShortcuts.ts'
import { Tabs } from '../ui/tabs/Tabs.tsx'

const ChildList = lazyPart(() => import('./ChildList.tsx'), 'ChildList')

interface ChildTabsProps {
  /** Accessible name of the tab list. */
  label: string
  /** The first tab: the record itself. */
  first: { label: string; content: ReactNode }
  /** Child resources with large lists: their records are counted by a call each. */
  resources: readonly Resource[]
  /** Further tabs after those. */
  more?: readonly { key: string; label: string; count: number | undefined; content: ReactNode }[]
  /** Id of the parent record. */
  parent: number
  /** Name of the resource whose tab is open; any other value opens the first tab. */
  current: string | undefined
  onChoose: (name: string | undefined) => void
  /** Label of a tab's shortcut in the help: the digits open the first ten tabs, 0 the tenth. */
  keyLabel?: (number: number, name: string) => string
}

const FIRST = 'record'
const NONE: NonNullable<ChildTabsProps['more']> = []

/**
 * A record's details with a tab per child resource. Tabs without permission, or hidden by the office, are
 * left out.
 */
export function ChildTabs(props: ChildTabsProps) {
  const { label, first, resources, more = NONE, parent, current, onChoose, keyLabel } = props
  const { locale } = useLanguage()
  const shown = useShown(resources, parent)
  const open = shown.find(({ resource }) => resource.name === current)?.resource
  const other = more.find(({ key }) => key === current)
  const tabs = [
    { key: FIRST, label: first.label },
    ...shown.map(({ resource, count }) => ({
      key: resource.name,
      label: resource.labels[locale].title,
      count,
    })),
    ...more.map(({ key, label, count }) => ({ key, label, count })),
  ]
  const choose = (key: string) => onChoose(key === FIRST ? undefined : key)
  useShortcuts(
    (keyLabel ? tabs.slice(0, digitKeys.length) : []).map(({ key, label }, at) => ({
      key: digitKeys[at] ?? '',
      label: keyLabel?.(at + 1, label) ?? '',
      run: () => choose(key),
    })),
  )
  return (
    <Tabs label={label} tabs={tabs} current={open?.name ?? other?.key ?? FIRST} onChoose={choose}>
      {open ? (
        <ChildList key={open.name} resource={open} parent={parent} />
      ) : (
        (other?.content ?? first.content)
      )}
    </Tabs>
  )
}

const SMALLEST = 8

/** The visible child resources, with their number of records once known. */
function useShown(resources: readonly Resource[], parent: number) {
  const can = usePermission()
  const hidden = useHidden()
  const shown = resources.filter(({ name }) => can(`${name}.see`) && !hidden.has(name))
  const counted = useQueries({
    queries: shown.map((resource) => {
      const route: Route = routesOf(resource).index
      const body = { [resource.parent ?? '']: parent, options: { itemsPerPage: SMALLEST } }
      const input = { body } as unknown as RequestInput<Route> // the body of every paged list
      return {
        queryKey: responseKey(route, input),
        queryFn: async ({ signal }: QueryFunctionContext) =>
          (await apiRequest(route, input, { signal })) as { total_rows: number }, // the response of every paged list
      }
    }),
  })
  return shown.map((resource, i) => ({ resource, count: counted[i]?.data?.total_rows }))
}
