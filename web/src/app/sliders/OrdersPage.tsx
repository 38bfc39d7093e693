import { appSliders } from '@kontor/contract/app/sliders'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Answer } from '../../kit/app/Answer.tsx'
import { Bones } from '../../kit/app/Bones.tsx'
import { Page } from '../../kit/app/Page.tsx'
import { Notice } from '../../kit/Notice.tsx'
import { useRoute } from '../../kit/useRoute.ts'
import { Orders } from './Orders.tsx'

/** Everything that the partner has ordered of promotions. */
export function OrdersPage() {
  const t = useTranslations()
  const query = useRoute(appSliders.orders, {})
  return (
    <Page title={t('screens.own_orders')} back="/profile">
      <Answer query={query} skeleton={<Bones count={4} height={64} />}>
        {(orders) =>
          orders.length > 0 ? (
            <Orders orders={orders} named />
          ) : (
            <Notice icon={IconReceipt} title={t('portal.orders.empty')} text={t('portal.orders.empty_text')}>
              <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('portal.orders.to_feed')}</Button>
            </Notice>
          )
        }
      </Answer>
    </Page>
  )
}
