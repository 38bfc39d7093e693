import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Segments } from '../../components/ui/tabs/Segments.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import classes from './CustomerSupportPage.module.css'
import { Inbox } from './inbox/Inbox.tsx'

const SupportTable = lazyPart(() => import('./SupportTable.tsx'), 'SupportTable')

/** A view, filters, an order, a page or a row beside it: an address that means the table. */
const isOfTable = (key: string) => /^(view|without|q|sort|page|size|row|f\..+)$/.test(key)

/** What partners have written: an inbox to answer in, or the same as the documented table. */
export function CustomerSupportPage() {
  const navigate = useNavigate()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const isTable = query.as === 'table' || Object.keys(query).some(isOfTable)
  useEffect(() => {
    // It stays the table when its last filter is taken off.
    if (isTable && query.as !== 'table')
      void navigate({ to: '.', search: { ...query, as: 'table' }, replace: true })
  }, [isTable, query, navigate])
  return isTable ? (
    <SupportTable
      above={
        <div className={classes.ways}>
          <Navigation current="table" />
        </div>
      }
    />
  ) : (
    <Inbox navigation={<Navigation current="inbox" />} />
  )
}

/** The two ways to see the same. */
function Navigation({ current }: { current: 'inbox' | 'table' }) {
  const t = useTranslations()
  const navigate = useNavigate()
  return (
    <Segments
      label={t('support.ways')}
      segments={[
        { key: 'inbox', label: t('support.inbox') },
        { key: 'table', label: t('support.table') },
      ]}
      current={current}
      onChoose={(as) => void navigate({ to: '.', search: as === 'table' ? { as } : {} })}
    />
  )
}
