import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Segments } from '../../components/ui/tabs/Segments.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import classes from './CustomerSupportPage.module.css'
import { Inbox } from './inbox/Inbox.tsx'

const SupportTable = lazyPart(() => import('./SupportTable.tsx'), 'SupportTable')

/** Search params that only the table has: view, filters, sort order, page or an open row. */
const isTableParam = (key: string) => /^(view|without|q|sort|page|size|row|f\..+)$/.test(key)

/** The messages of partners: an inbox for answering, or the documented table. */
export function CustomerSupportPage() {
  const navigate = useNavigate()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const isTable = query.as === 'table' || Object.keys(query).some(isTableParam)
  useEffect(() => {
    // The table stays when its last filter is removed.
    if (isTable && query.as !== 'table')
      void navigate({ to: '.', search: { ...query, as: 'table' }, replace: true })
  }, [isTable, query, navigate])
  return isTable ? (
    <SupportTable
      above={
        <div className={classes.actions}>
          <Navigation current="table" />
        </div>
      }
    />
  ) : (
    <Inbox navigation={<Navigation current="inbox" />} />
  )
}

/** Switches between inbox and table. */
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
