// The records that belong to one other (the contacts of a partner), as tabs of its details.
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { answerKey } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useHidden } from '../../lib/permissions/useHidden.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useShortcuts } from '../../lib/shortcuts/useShortcuts.ts'
import { Tabs } from '../ui/tabs/Tabs.tsx'

const ChildList = lazyPart(() => import('./ChildList.tsx'), 'ChildList')

interface ChildTabsProps {
  /** What the tabs are of. */
  label: string
  /** The record itself, under the first tab. */
  first: { label: string; content: ReactNode }
  /** Large ones with that parent: a call for each of them counts its records. */
  resources: readonly Resource[]
  /** What else hangs on the record, under tabs of its own behind those. */
  more?: readonly { key: string; label: string; count: number | undefined; content: ReactNode }[]
  /** Id of the record that they belong to. */
  parent: number
  /** The resource whose tab is open, by name; anything else is the first tab. */
  current: string | undefined
  onChoose: (name: string | undefined) => void
  /** How the sheet of keys calls a tab: the first ten are opened by their numbers, the tenth by 0. */
  keyLabel?: (number: number, name: string) => string
}

const FIRST = 'record'
const NONE: NonNullable<ChildTabsProps['more']> = []
const NUMBERED = 10

/** A record and, under a tab each, what belongs to it. Who may not see an area, or an office that hides it, has no tab. */
export function ChildTabs(props: ChildTabsProps) {
  const { label, first, resources, more = NONE, parent, current, onChoose, keyLabel } = props
  const { locale } = useLanguage()
  const shown = useShown(resources, parent)
  const open = shown.find(({ resource }) => resource.name === current)?.resource
  const other = more.find(({ key }) => key === current)
  const tabs = [
    { key: FIRST, label: first.label },
    ...shown.map(({ resource, count }) => ({
      ...{ key: resource.name, label: resource.labels[locale].title, count },
    })),
    ...more.map(({ key, label, count }) => ({ key, label, count })),
  ]
  const choose = (key: string) => onChoose(key === FIRST ? undefined : key)
  useShortcuts(
    (keyLabel ? tabs.slice(0, NUMBERED) : []).map(({ key, label }, at) => ({
      ...{ key: String((at + 1) % NUMBERED), label: keyLabel?.(at + 1, label) ?? '' },
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

/** Those that may be seen here, with how many records there are once that is known. */
function useShown(resources: readonly Resource[], parent: number) {
  const can = usePermission()
  const hidden = useHidden()
  const shown = resources.filter(({ name }) => can(`${name}.see`) && !hidden.has(name))
  const counted = useQueries({
    queries: shown.map((resource) => {
      const route: Route = routesOf(resource).index
      const body = { [resource.parent ?? '']: parent, options: { itemsPerPage: SMALLEST } }
      const input = { body } as unknown as RequestInput<Route> // as every paged list is asked
      return {
        queryKey: answerKey(route, input),
        queryFn: async ({ signal }: QueryFunctionContext) =>
          (await apiRequest(route, input, { signal })) as { total_rows: number }, // so it answers
      }
    }),
  })
  return shown.map((resource, i) => ({ resource, count: counted[i]?.data?.total_rows }))
}
