import { FILLING } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import type { Rows } from '../list-page/useRows.ts'
import classes from './Pagination.module.css'

interface PaginationProps {
  /** Title of the list, for accessible names: a page and a dialog over it may each have a list. */
  title: string
  state: ListState
  /** The rows; no numbers are shown until they have loaded. */
  data: Pick<Rows<unknown>, 'total' | 'isLoading' | 'error'>
  list: Pick<ListDefinition, 'sizes'>
  /** Whether the page size fills the height; undefined when that size is not offered. */
  fills?: boolean | undefined
  onChange: ChangeList
}

/** The footer of a table: page size, range of rows, and page buttons. */
export function Pagination({ title, state: { page, size }, data, list, fills, onChange }: PaginationProps) {
  const t = useTranslations()
  const { total } = data
  const isKnown = !data.isLoading && !data.error
  const last = isKnown ? Math.max(1, Math.ceil(total / size)) : page // a page that could not be loaded stays
  const from = (page - 1) * size + 1
  return (
    <div className={classes.foot}>
      <Sizes size={size} list={list} fills={fills} onChange={onChange} />
      <span>
        {total > 0
          ? t('table.range', { from: Math.min(from, total), to: Math.min(page * size, total), total })
          : isKnown && t('table.range_none')}
      </span>
      <nav className={classes.pages} aria-label={t('table.pages', { list: title })}>
        <IconButton
          size="small"
          icon={IconChevronLeft}
          label={t('table.previous')}
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        />
        {pageNumbers(page, last).map((number) =>
          number < 0 ? (
            <span key={number} className={classes.gap}>
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={classes.page}
              aria-label={t('table.page', { page: number })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChange({ page: number })}
            >
              {t('table.number', { number })}
            </button>
          ),
        )}
        <IconButton
          size="small"
          icon={IconChevronRight}
          label={t('table.next')}
          disabled={page >= last}
          onClick={() => onChange({ page: page + 1 })}
        />
      </nav>
    </div>
  )
}

function Sizes({
  size,
  list,
  fills,
  onChange,
}: Omit<PaginationProps, 'title' | 'state' | 'data'> & { size: number }) {
  const t = useTranslations()
  return (
    <label className={classes.sizes}>
      <span>{t('table.page_size')}</span>
      <select
        value={fills ? FILLING : size}
        onChange={(event) => onChange({ size: Number(event.target.value) })}
      >
        {fills !== undefined && <option value={FILLING}>{t('table.filling')}</option>}
        {list.sizes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}

/**
 * First, last and the neighbours of the current page; a negative number is a gap. At most seven entries,
 * so that the layout does not change.
 */
export function pageNumbers(page: number, last: number): number[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, -1, last]
  if (page >= last - 3) return [1, -1, last - 4, last - 3, last - 2, last - 1, last]
  return [1, -1, page - 1, page, page + 1, -2, last]
}
