import { portalSliders } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { Orders } from './Orders.tsx'

/** The partner's orders of promotions. */
export function OrdersPage() {
  const t = useTranslations()
  const query = useCachedQuery(portalSliders.orders, {})
  useRefresh('sliders', [portalSliders.orders])
  return (
    <Page title={t('portal.slider_orders.title')} back="/profile">
      <QueryState query={query} skeleton={<LoadingSkeleton count={4} height={64} />}>
        {(orders) =>
          orders.length > 0 ? (
            <Orders orders={orders} named />
          ) : (
            <Notice
              icon={IconReceipt}
              title={t('portal.slider_orders.empty')}
              text={t('portal.slider_orders.empty_text')}
            >
              <Button renderRoot={(props) => <Link to="/" {...props} />}>
                {t('portal.slider_orders.to_feed')}
              </Button>
            </Notice>
          )
        }
      </QueryState>
    </Page>
  )
}
