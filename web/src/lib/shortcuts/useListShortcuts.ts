import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useShortcuts } from './useShortcuts.ts'

interface ListKeys {
  /** The search input for all columns. */
  search: RefObject<HTMLInputElement | null>
  /** Element around the filters. */
  filters?: RefObject<HTMLElement | null>
  add?: { label: string; run: () => void } | undefined
  onRefresh: () => void
}

/** The shortcuts of a list: `/` search, `f` filter of the main column, `n` add, `r` refresh. */
export function useListShortcuts({ search, filters, add, onRefresh }: ListKeys) {
  const t = useTranslations()
  useShortcuts(
    [
      {
        key: '/',
        label: t('table.search_all'),
        run: () => {
          search.current?.focus()
          search.current?.select()
        },
      },
      {
        key: 'f',
        label: t('table.to_filters'),
        when: filters !== undefined,
        run: () => {
          const find = (selector: string) => filters?.current?.querySelector<HTMLElement>(selector)
          ;(find('[data-main] :is(input, select)') ?? find('input, select'))?.focus()
        },
      },
      { key: 'n', label: add?.label ?? '', when: add !== undefined, run: () => add?.run() },
      { key: 'r', label: t('table.refresh'), run: onRefresh },
    ],
    'list',
  )
}
