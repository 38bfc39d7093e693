import { cart, cartList, type PartnerTotal, type ProductTotal } from '@kontor/contract/campaigns/cart'
import { IconChartBar } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Failed, Notice } from '../../../components/ui/Notice.tsx'
import { StaleBar } from '../../../components/ui/StaleBar.tsx'
import { stalenessOf } from '../../../lib/api/staleness.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { useCampaign } from '../CampaignContext.tsx'
import { Bars } from './Bars.tsx'
import { Sums } from './CartSums.tsx'
import classes from './ProgressPanel.module.css'

/** The progress of a campaign: ordered and delivered, in total, by product and by partner. */
export function ProgressPanel() {
  const t = useTranslations()
  const { empty } = useLabels(cartList)
  const { id } = useCampaign()
  const query = useApiQuery(cart.progress, { params: { id: String(id) } })
  useRefresh(['cart', 'campaigns'], [cart.progress])
  const { data, isError, refetch } = query
  const behind = stalenessOf(query)
  if (isError && !data) return <Failed title={t('cart.progress.failed')} onRetry={() => void refetch()} />
  return (
    <div className={classes.panel}>
      {behind && <StaleBar {...behind} onRetry={() => void refetch()} />}
      <Sums totals={data?.totals}>{(undelivered) => <p>{undelivered}</p>}</Sums>
      {data?.totals.items === 0 && <Notice icon={IconChartBar} {...empty} />}
      {data && data.totals.items > 0 && (
        <div className={classes.charts}>
          <Products products={data.products} />
          <Partners partners={data.partners} all={data.totals.partners} />
        </div>
      )}
    </div>
  )
}

/** Most bars; the table has all. */
const MAX_BARS = 20

function Products({ products: all }: { products: readonly ProductTotal[] }) {
  const t = useTranslations()
  const { integer, euro } = useFormat()
  const products = all.toSorted((a, b) => b.pieces - a.pieces)
  const isShort = products.some(({ out_of_stock }) => out_of_stock.items > 0)
  const hasLimit = products.some(({ quantity }) => quantity !== null)
  return (
    <Bars
      title={t('cart.progress.by_product')}
      note={all.length > MAX_BARS ? t('cart.progress.first', { count: MAX_BARS }) : undefined}
      bars={products.slice(0, MAX_BARS).map(({ product, quantity, pieces, delivered }) => ({
        id: product.id,
        name: product.name,
        limit: quantity,
        ordered: pieces,
        delivered: delivered.pieces,
      }))}
      format={integer}
      headings={[
        t('cart.progress.product'),
        ...(hasLimit ? [t('cart.progress.limit')] : []),
        t('cart.progress.ordered'),
        ...(isShort ? [t('cart.progress.out_of_stock')] : []),
        t('cart.progress.is_delivered'),
        t('cart.progress.sum'),
      ]}
      lines={products.map(({ product, quantity, pieces, out_of_stock, delivered, total }) => [
        `${product.erp_code} · ${product.name}`,
        ...(hasLimit ? [quantity === null ? '' : integer(quantity)] : []),
        integer(pieces),
        ...(isShort ? [out_of_stock.pieces > 0 ? integer(out_of_stock.pieces) : ''] : []),
        integer(delivered.pieces),
        euro(total),
      ])}
    />
  )
}

function Partners({ partners, all }: { partners: readonly PartnerTotal[]; all: number }) {
  const t = useTranslations()
  const { integer, euro } = useFormat()
  const format = (sum: number) => euro(String(sum))
  return (
    <Bars
      title={t('cart.progress.by_partner')}
      note={partners.length < all ? t('cart.progress.first', { count: partners.length }) : undefined}
      bars={partners.map(({ partner, total, delivered }) => ({
        id: partner.id,
        name: partner.name,
        limit: null,
        ordered: Number(total),
        delivered: Number(delivered.total),
      }))}
      format={format}
      headings={[
        t('cart.progress.partner'),
        t('cart.progress.lines'),
        t('cart.progress.sum'),
        t('cart.progress.is_delivered'),
      ]}
      lines={partners.map(({ partner, items, total, delivered }) => [
        `${partner.id} · ${partner.name}`,
        integer(items),
        euro(total),
        euro(delivered.total),
      ])}
    />
  )
}
