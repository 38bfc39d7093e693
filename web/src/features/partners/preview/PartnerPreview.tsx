import { type Partner, partnerList } from '@kontor/contract/partners'
import { type PartnerOverview, partnerPage } from '@kontor/contract/partners/page'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { cellIdOf } from '../../../components/data-table/inline-edit/InlineEditing.ts'
import { NumberCell } from '../../../components/data-table/inline-edit/NumberCell.tsx'
import { PreviewHeader } from '../../../components/data-table/side-panel/PreviewHeader.tsx'
import { Lines, Section } from '../../../components/data-table/side-panel/Section.tsx'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { currentSearch } from '../../../lib/router/currentSearch.ts'
import { usePartnerDebt } from '../inline/usePartnerDebt.ts'
import { Gauges } from '../page/Figures.tsx'
import { OpenStrip } from '../page/OpenStrip.tsx'
import { LimitChip } from '../page/PartnerHeader.tsx'
import classes from './PartnerPreview.module.css'

/** A partner in the side panel: open items, figures, last orders, and links. */
export function PartnerPreview({ row }: { row: Partner }) {
  const t = useTranslations()
  const { flag } = useLabels(partnerList)
  const sees = usePermission()('figures.see')
  const { data, error, refetch } = useApiQuery(
    partnerPage.overview,
    { params: { id: String(row.id) } },
    { staleTime: 0 },
  )
  const { version, is_active, city, phone } = row
  const { euro } = useFormat()
  const debtOf = usePartnerDebt()
  useRefresh(['messages', 'cart', 'catalogueOrders'], [partnerPage.overview])
  // A new version of the partner has a new history.
  useEffect(() => {
    if (version) void refetch()
  }, [version, refetch])
  return (
    <>
      <PreviewHeader
        name={row.name}
        code={row.id}
        state={{ on: is_active, label: flag[is_active ? 'yes' : 'no'] }}
      >
        <p className={classes.subtitle}>
          {city && <span>{city.name}</span>}
          {phone && <a href={phoneLink(phone)}>{phone}</a>}
          {sees && <LimitChip partner={row} />}
        </p>
      </PreviewHeader>
      <PageLinks row={row} overview={data} />
      {data && <OpenStrip partner={row} overview={data} />}
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {sees && (
        <div className={classes.gauges}>
          <Gauges
            partner={row}
            overview={data}
            editable={(name) => (
              <NumberCell
                cellId={cellIdOf(row.id, name)}
                shown={euro(row[name] ?? '0')}
                {...debtOf(row, name)}
              >
                {euro(row[name] ?? '0')}
              </NumberCell>
            )}
          />
        </div>
      )}
      {row.category_names && (
        <Section title={t('partnerPreview.categories')}>
          <p className={classes.text}>{row.category_names}</p>
        </Section>
      )}
      {data?.last_orders && <LastOrders orders={data.last_orders} />}
    </>
  )
}

/** Links to its page and, with permission, to its chats. */
function PageLinks({ row: { id }, overview }: { row: Partner; overview: PartnerOverview | undefined }) {
  const t = useTranslations()
  const count = overview?.counts.chats
  return (
    <nav className={classes.actions} aria-label={t('partnerPreview.links')}>
      <Link to={`/partners/${id}`} state={(state) => ({ ...state, list: currentSearch() })}>
        {t('partnerPreview.page')}
      </Link>
      {count !== undefined && (
        <Link to={`/partners/${id}`} search={{ tab: 'chats' }}>
          {t('partnerPreview.chats', { count })}
        </Link>
      )}
    </nav>
  )
}

function LastOrders({ orders }: { orders: NonNullable<PartnerOverview['last_orders']> }) {
  const t = useTranslations()
  const { euro, dateTime } = useFormat()
  return (
    <Section title={t('partnerPreview.orders')}>
      {orders.length === 0 ? (
        <p className={classes.text}>{t('partnerPreview.no_orders')}</p>
      ) : (
        <Lines>
          {orders.map(({ source, at, product, pieces, total }) => (
            <li key={`${source}-${at}-${product.id}`}>
              <span>
                {product.name} <small>{dateTime(at)}</small>
              </span>
              <span>{total === null ? t('order.pieces', { count: pieces }) : euro(total)}</span>
            </li>
          ))}
        </Lines>
      )}
    </Section>
  )
}
