import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { Button } from '@mantine/core'
import { IconFilterOff, IconFilterSearch, IconSearch, IconTable } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { Failed, Notice } from '../../ui/Notice.tsx'
import { AddRecordButton } from '../toolbar/AddRecordButton.tsx'
import type { ActiveFilter } from '../toolbar/ListToolbar.tsx'
import type { FilterForm } from '../toolbar/useFilterForm.ts'
import type { ListState } from './listState.ts'
import type { ChangeList } from './useListState.ts'
import type { Rows } from './useRows.ts'

interface EmptyListProps {
  /** Texts for a list without records. */
  words: { title: string; text: string }
  list: ListDefinition
  data: Rows<unknown>
  state: ListState
  active: readonly ActiveFilter[]
  /** The filters and the search as text. */
  filterSummary: string
  form: FilterForm
  onChange: ChangeList
  add?: { label: string; run: () => void } | undefined
  /** Whether the list is part of a record's screen, which has the primary button. */
  isPart?: boolean
}

/** Why there are no rows: loading failed, nothing matches, or there are no records yet. */
export function EmptyList(props: EmptyListProps) {
  const { words, data, add, isPart } = props
  if (data.error) return <NotLoaded {...props} />
  if (props.filterSummary) return <NothingFound {...props} />
  return (
    <Notice icon={IconTable} {...words}>
      {add && <AddRecordButton variant={isPart ? 'default' : 'filled'} add={add} />}
    </Notice>
  )
}

/** The error, with a retry button. */
function NotLoaded({ data }: EmptyListProps) {
  const t = useTranslations()
  const message = useMessage()
  const reason = data.error && message(data.error.body.message, data.error.body.params)
  return (
    <Failed
      title={t('common.not_loaded')}
      text={`${reason} ${t('table.failed_kept')}`}
      onRetry={data.refetch}
    />
  )
}

/** The filters by name, with buttons to remove them; offers the same text in another column's filter. */
function NothingFound({ list, state, active, filterSummary, form, onChange }: EmptyListProps) {
  const t = useTranslations()
  const only = active.length === 1 && !state.search ? active[0] : undefined
  const text = only && list.columns[only.key]?.filter === 'text' ? only.value : undefined
  return (
    <Notice icon={IconFilterSearch} title={t('table.nothing_found')} text={filterSummary}>
      {text && (
        <Button
          variant="default"
          leftSection={<IconSearch size={16} />}
          onClick={() => onChange({ filters: {}, search: text })}
        >
          {t('table.everywhere', { text })}
        </Button>
      )}
      <Button variant="default" leftSection={<IconFilterOff size={16} />} onClick={form.clearAll}>
        {t('table.clear')}
      </Button>
    </Notice>
  )
}
