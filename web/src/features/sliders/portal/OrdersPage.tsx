import { appSliders } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../../kit/look/Notice.tsx'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import { Page } from '../../../kit/portal/Page.tsx'
import { useSeenRoute } from '../../../kit/seen/useSeenRoute.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { Orders } from './Orders.tsx'
import { texts } from './texts.ts'

/** Everything that the partner has ordered of promotions. */
export function OrdersPage() {
  const t = useTexts(texts)
  const query = useSeenRoute(appSliders.orders, {})
  return (
    <Page title={t('portal.slider_orders.title')} back="/profile">
      <Answer query={query} skeleton={<Bones count={4} height={64} />}>
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
      </Answer>
    </Page>
  )
}
