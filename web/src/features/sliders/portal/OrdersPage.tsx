import { appSliders } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../../kit/look/Notice.tsx'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import { Page } from '../../../kit/portal/Page.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { Orders } from './Orders.tsx'
import { texts } from './texts.ts'

/** Everything that the partner has ordered of promotions. */
export function OrdersPage() {
  const t = useTexts(texts)
  const query = useRoute(appSliders.orders, {})
  return (
    <Page title={t('portal.orders.title')} back="/profile">
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
