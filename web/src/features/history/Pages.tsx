import { HISTORY_PAGE } from '@kontor/contract/history'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/ui/IconButton.tsx'
import classes from './History.module.css'

interface PagesProps {
  page: number
  total: number
  onPage: (page: number) => void
}

/** The range of rows, and page buttons; nothing for a single page. */
export function Pages({ page, total, onPage }: PagesProps) {
  const t = useTranslations()
  if (total <= HISTORY_PAGE) return null
  const from = (page - 1) * HISTORY_PAGE + 1
  const to = Math.min(page * HISTORY_PAGE, total)
  return (
    <nav className={classes.pages} aria-label={t('table.pages', { list: t('history.title') })}>
      <span>{t('table.range', { from, to, total })}</span>
      <IconButton
        size="small"
        icon={IconChevronLeft}
        label={t('table.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        size="small"
        icon={IconChevronRight}
        label={t('table.next')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
