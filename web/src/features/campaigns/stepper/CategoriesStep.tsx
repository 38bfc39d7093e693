import type { Campaign } from '@kontor/contract/campaigns'
import { listOf } from '@kontor/contract/lib/resources/columns'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { categories } from '@kontor/contract/resources/categories'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { ChoiceTable } from './ChoiceTable.tsx'
import type { DraftStore } from './store.ts'

const { active } = routesOf(categories)
const list = {
  ...listOf(categories),
  sizes: [10, 20, 30, 50, 100],
  size: 100,
  sort: { by: 'name', desc: false },
}
const columns = [{ key: 'name', main: true }] as const
const nameOf = ({ name }: { name: string }) => name

/** Names of the categories: those that can be chosen, and those of the campaign. */
export function useCategories(campaign: Campaign) {
  const { data } = useApiQuery(active, {})
  return useMemo(() => {
    const names = new Map([...campaign.categories, ...(data ?? [])].map(({ id, name }) => [id, name]))
    return { all: data?.length, nameOf: (id: number) => names.get(id) ?? (data ? `#${id}` : '…') }
  }, [data, campaign.categories])
}

interface CategoriesStepProps {
  store: DraftStore
  onPick: (ids: number[], on: boolean) => void
}

export function CategoriesStep({ store, onPick }: CategoriesStepProps) {
  const t = useTranslations()
  return (
    <ChoiceTable
      store={store}
      list={list}
      columns={columns}
      nameOf={nameOf}
      onPick={onPick}
      title={t('stepper.step_1')}
      part="categories"
      listRoute={active}
      empty={{ title: t('stepper.no_categories'), text: t('stepper.no_rows_text') }}
      view={null}
    />
  )
}
