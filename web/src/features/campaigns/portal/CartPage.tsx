import { type PortalCartItem, portalCampaigns } from '@kontor/contract/campaigns/portal'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Lines.module.css'
import { Lines } from './Lines.tsx'

/** Everything that the partner has ordered in campaigns, by campaign. */
export function CartPage() {
  const t = useTranslations()
  const query = useCachedQuery(portalCampaigns.cart, {})
  useRefresh(['campaigns', 'cart'], [portalCampaigns.cart])
  return (
    <Page title={t('portal.cart.title')} back="/profile" returns>
      <QueryState query={query} skeleton={<LoadingSkeleton count={3} height={160} />}>
        {(items) =>
          items.length > 0 ? (
            <Cart items={items} />
          ) : (
            <Notice icon={IconReceipt} title={t('portal.cart.empty')} text={t('portal.cart.empty_text')}>
              <Button renderRoot={(props) => <Link to="/campaigns" {...props} />}>
                {t('portal.cart.to_campaigns')}
              </Button>
            </Notice>
          )
        }
      </QueryState>
    </Page>
  )
}

function Cart({ items }: { items: PortalCartItem[] }) {
  const groups = [...Map.groupBy(items, ({ campaign }) => campaign.id).values()]
  return (
    <>
      {groups.length > 1 && (
        <div className={`${cards.card} ${cards.padded}`}>
          <Sums items={items} />
        </div>
      )}
      {groups.map((lines) => (
        <Group key={lines[0]?.campaign.id} lines={lines} />
      ))}
    </>
  )
}

/** One campaign: undelivered items first, then delivered ones. */
function Group({ lines }: { lines: PortalCartItem[] }) {
  const [first] = lines
  if (!first) return null
  const { id, name } = first.campaign
  const sorted = [...lines].sort((a, b) => Number(a.is_delivered) - Number(b.is_delivered))
  return (
    <section className={cards.stack} aria-label={name}>
      <h2 className={classes.group}>
        <Link to="/campaigns/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      </h2>
      <Lines items={sorted} named />
      <Sums items={lines} />
    </section>
  )
}

/** The totals of undelivered and delivered items; empty ones are omitted. */
function Sums({ items }: { items: PortalCartItem[] }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const delivered = items.filter(({ is_delivered }) => is_delivered)
  const open = items.filter(({ is_delivered }) => !is_delivered)
  const rows = [
    [t('portal.cart.open'), open],
    [t('portal.cart.delivered'), delivered],
  ] as const
  return (
    <dl className={classes.sums}>
      {rows.map(([label, lines]) =>
        lines.length === 0 ? null : (
          <div key={label}>
            <dt>
              {label}{' '}
              <span className={cards.muted}>
                {t('portal.cart.open_sum', {
                  items: lines.length,
                  pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
                })}
              </span>
            </dt>
            <dd>{euro(sumOf(lines.map(({ total }) => total)))}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
