import { type PortalOrder, type PortalOrderLine, portalOrders } from '@kontor/contract/catalogueOrders/portal'
import { Button } from '@mantine/core'
import { IconReceipt, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BasketBar } from '../../../components/ordering/BasketBar.tsx'
import { basket, lineKey, MAX_LINE_PIECES } from '../../../components/ordering/basket.ts'
import { useAdd } from '../../../components/ordering/useAdd.ts'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { More } from '../../../components/portal/More.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useCachedPages } from '../../../lib/offline/useCachedPages.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Basket.module.css'
import { OrderLines } from './OrderLines.tsx'

/** The partner's orders from the catalogue, newest first. */
export function OrdersPage() {
  const t = useTranslations()
  useRefresh('catalogueOrders', [portalOrders.index])
  const { query, rows, hasMore } = useCachedPages(portalOrders.index, {}, ({ basket }) => basket)
  return (
    <Page title={t('portal.orders.title')} back="/profile">
      <QueryState query={query} skeleton={<LoadingSkeleton count={3} height={200} />}>
        {() =>
          rows.length > 0 ? (
            rows.map((order) => <Order key={order.basket} order={order} />)
          ) : (
            <Notice icon={IconReceipt} title={t('portal.orders.empty')} text={t('portal.orders.empty_text')}>
              <Button renderRoot={(props) => <Link to="/catalogue" {...props} />}>
                {t('portal.basket.to_catalogue')}
              </Button>
            </Notice>
          )
        }
      </QueryState>
      {hasMore && <More query={query} />}
      <BasketBar />
    </Page>
  )
}

/** One order, and ordering it again. */
function Order({ order: { created_at, lines, pieces, total } }: { order: PortalOrder }) {
  const t = useTranslations()
  const { euro, dateTime } = useFormat()
  const [announcement, setAnnouncement] = useState('')
  const active = lines.filter((line) => line.is_active)
  const { again, isChecking } = useOrderAgain(active, setAnnouncement)
  const at = dateTime(created_at)
  return (
    <article className={cards.card} aria-label={t('portal.orders.of', { at })}>
      <h2 className={`${cards.heading} ${classes.when}`}>{at}</h2>
      <OrderLines lines={lines} />
      <div className={classes.end}>
        <p className={`${cards.sum} ${classes.sum}`}>
          <span>{t('portal.orders.total', { pieces })}</span>
          <b>{euro(total)}</b>
        </p>
        {active.length > 0 && (
          <Button
            variant="default"
            fullWidth
            loading={isChecking}
            leftSection={<IconRefresh size={18} />}
            onClick={again}
          >
            {t('portal.orders.again')}
          </Button>
        )}
        <p role="status" hidden={!announcement} className={classes.note}>
          {announcement}
        </p>
      </div>
    </article>
  )
}

/**
 * Adds the lines of an order to the basket again, as far as they can still be ordered; reports the
 * others.
 */
function useOrderAgain(lines: readonly PortalOrderLine[], announce: (text: string) => void) {
  const t = useTranslations()
  const add = useAdd()
  const body = { lines: lines.map(({ product }) => ({ product_id: product.id })) }
  const check = useApiMutation(portalOrders.check, {
    onDone: (checked) => {
      const priced = lines.map((line, index) => ({ line, price: checked[index]?.price ?? null }))
      const added = priced.filter(({ line, price }) => price !== null && addToBasket(line, price)).length
      const gone = priced.flatMap(({ line, price }) => (price === null ? [line.product.name] : []))
      announce(
        gone.length === lines.length
          ? t('portal.orders.again_none')
          : gone.length > 0
            ? t('portal.orders.cannot', { names: gone.join(', ') })
            : '',
      )
      if (added > 0) notify.success(t('portal.orders.again_done', { count: added }))
    },
  })
  /** Adds the ordered quantity to the quantity in the basket. */
  const addToBasket = (
    { product: { id, name, erp_code, image }, quantity }: PortalOrderLine,
    price: string,
  ) => {
    const offered = { product_id: id, campaign: null, name, erp_code, image, price }
    const inBasket = basket.lines().find((line) => lineKey(line) === lineKey(offered))?.quantity ?? 0
    return add(offered, Math.min(inBasket + quantity, MAX_LINE_PIECES))
  }
  const ask = useExclusiveCall(check.mutate)
  return { again: () => ask({ body }), isChecking: check.isPending }
}
