// The header of a list: title, active filters and tools.
import { IconFilterOff, IconRefresh, IconSearch, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { focusRows } from '../../../lib/shortcuts/focusRows.ts'
import { useListShortcuts } from '../../../lib/shortcuts/useListShortcuts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import input from '../../ui/input.module.css'
import { PageHeader } from '../../ui/page-header/PageHeader.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { Rows } from '../list-page/useRows.ts'
import { AddRecordButton } from './AddRecordButton.tsx'
import { useShown } from './FilterInput.tsx'
import classes from './ListToolbar.module.css'
import type { FilterForm } from './useFilterForm.ts'

/** An active filter: its name and formatted value. */
export interface ActiveFilter {
  key: string
  label: string
  value: string
}

interface ListToolbarProps {
  /** Absent when the list is part of a page that has a title. */
  title: string | undefined
  data: Rows<unknown>
  state: ListState
  active: readonly ActiveFilter[]
  /** Those of them that the current view does not have. */
  chips: readonly ActiveFilter[]
  form: FilterForm
  onRefresh: () => void
  add?: { label: string; run: () => void } | undefined
  /** For a list in a dialog. */
  onClose?: (() => void) | undefined
  arrangements?: ReactNode
  /** Further tools, between refresh and add. */
  tools: ReactNode
}

/**
 * Title, number of rows, active filters and tools. The primary button is the rightmost; inside another
 * screen that screen has it.
 */
export function ListToolbar(props: ListToolbarProps) {
  const { title, data, state, active, form, onRefresh, add, onClose, tools } = props
  const t = useTranslations()
  const isFiltered = active.length > 0 || state.search !== ''
  useListShortcuts({ search: form.search, filters: form.ref, add, onRefresh })
  return (
    <PageHeader
      title={title}
      count={<Count data={data} isFiltered={isFiltered} />}
      aside={
        <>
          {props.arrangements}
          <FilterChips active={props.chips} onClear={form.clear} />
        </>
      }
    >
      <SearchInput form={form} applied={state.search} />
      {isFiltered && <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={form.clearAll} />}
      <IconButton icon={IconSearch} label={t('table.search')} onClick={form.apply} />
      <IconButton icon={IconRefresh} label={t('table.refresh')} keys="r" onClick={onRefresh} />
      {tools}
      {add && (
        <AddRecordButton ml={8} variant={title === undefined ? 'default' : 'filled'} add={add} hasShortcut />
      )}
      {onClose && (
        <>
          <hr />
          <IconButton icon={IconX} label={t('common.close')} onClick={onClose} />
        </>
      )}
    </PageHeader>
  )
}

/** `42 od 1.284 reda` with active filters, else `1.284 reda`. */
export function Count({ data, isFiltered }: { data: Rows<unknown>; isFiltered: boolean }) {
  const t = useTranslations()
  if (data.isLoading || data.error) return null
  return isFiltered && data.unfilteredTotal !== undefined
    ? t('table.count_of', { count: data.total, all: data.unfilteredTotal })
    : t('table.count', { count: data.total })
}

/** The active filters, each with a remove button. */
export function FilterChips({
  active,
  onClear,
}: {
  active: readonly ActiveFilter[]
  onClear: (key: string) => void
}) {
  const t = useTranslations()
  return (
    <span className={classes.chips}>
      {active.map(({ key, label, value }) => (
        <span key={key} className={classes.chip}>
          <span>
            {label}: <b>{value}</b>
          </span>
          <button
            type="button"
            title={t('table.clear_one', { column: label })}
            aria-label={t('table.clear_one', { column: label })}
            onClick={() => onClear(key)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </span>
      ))}
    </span>
  )
}

/** Searches all text columns for every word. `first` focuses it when its dialog opens. */
export function SearchInput({
  form,
  applied,
  first,
}: {
  form: FilterForm
  applied: string
  first?: boolean
}) {
  const t = useTranslations()
  const shown = useShown(applied)
  const both = (input: HTMLInputElement | null) => {
    form.search.current = input
    Object.assign(shown, { current: input })
  }
  return (
    <input
      ref={both}
      type="search"
      className={`${input.input} ${classes.search}`}
      defaultValue={applied}
      data-on={applied ? '' : undefined}
      data-autofocus={first ? '' : undefined}
      maxLength={200}
      placeholder={t('table.search_all')}
      aria-label={t('table.search_all')}
      {...(!first && { title: `${t('table.search_all')} (/)`, 'aria-keyshortcuts': '/' })}
      onKeyDown={(event) => (event.key === 'Enter' ? form.apply() : focusRows(event))}
    />
  )
}
