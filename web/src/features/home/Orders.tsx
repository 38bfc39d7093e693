import { homeDay } from '@kontor/contract/home/day'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Segments } from '../../components/ui/tabs/Segments.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import classes from './Orders.module.css'
import { Part, usePollInterval } from './Part.tsx'

/** Loaded after everything interactive. */
const OrderBars = lazyPart(() => import('./OrderBars.tsx'), 'OrderBars')

/** The orders of the last thirty days by source, as a count or in euros. */
export function Orders() {
  const t = useTranslations()
  const [measure, setMeasure] = useState<'orders' | 'total'>('orders')
  const query = useApiQuery(homeDay.orders, {}, { refetchInterval: usePollInterval() })
  useRefresh(['catalogueOrders', 'cart', 'sliders'], [homeDay.orders])
  return (
    <Part
      name="orders"
      title={t('home.orders.title')}
      note={t('home.orders.note')}
      end={
        <Segments
          label={t('home.orders.measure')}
          segments={[
            { key: 'orders', label: t('home.orders.orders') },
            { key: 'total', label: t('home.orders.total') },
          ]}
          current={measure}
          onChoose={setMeasure}
        />
      }
      query={query}
      rows={[1, 234]}
    >
      <FallbackContext value={<div className={classes.waiting} />}>
        {query.data && <OrderBars orders={query.data} measure={measure} />}
      </FallbackContext>
    </Part>
  )
}
