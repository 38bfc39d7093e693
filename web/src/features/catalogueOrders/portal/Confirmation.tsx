import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { piecesIn } from '../../../components/ordering/basket.ts'
import cards from '../../../components/portal/card.module.css'
import { Page } from '../../../components/portal/Page.tsx'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './Basket.module.css'
import { OrderLines } from './OrderLines.tsx'
import type { Placed } from './useBasketOrder.ts'

/** The lines just ordered, by catalogue and campaign. */
export function Confirmation({ placed: { lines, total } }: { placed: Placed }) {
  const t = useTranslations()
  const { euro } = formatOf(useLanguage().locale)
  const words = useRef<HTMLHeadingElement>(null)
  useEffect(() => words.current?.focus(), []) // the focused button is unmounted
  const parts = [...Map.groupBy(lines, ({ campaign }) => campaign?.id ?? 0).values()]
  return (
    <Page title={t('portal.basket.title')} back="/catalogue">
      <header className={classes.done}>
        <IconCircleCheck size={32} stroke={1.4} aria-hidden />
        <h2 ref={words} tabIndex={-1}>
          {t('portal.basket.confirmed')}
        </h2>
        <p>{t('portal.basket.confirmed_text')}</p>
      </header>
      {parts.map((part) => {
        const name = part[0]?.campaign?.name ?? t('portal.basket.of_catalogue')
        return (
          <section key={name} className={classes.part} aria-label={name}>
            <h3 className={cards.heading}>{name}</h3>
            <div className={cards.card}>
              <OrderLines lines={part} />
            </div>
          </section>
        )
      })}
      <p className={classes.sum}>
        <span>
          {t('portal.basket.total')},{' '}
          {t('portal.basket.sum', { count: lines.length, pieces: piecesIn(lines) })}
        </span>
        <b>{euro(total)}</b>
      </p>
      <Button fullWidth renderRoot={(props) => <Link to="/catalogue" {...props} />}>
        {t('portal.basket.back')}
      </Button>
      <Button fullWidth variant="default" renderRoot={(props) => <Link to="/catalogue/orders" {...props} />}>
        {t('portal.basket.see_orders')}
      </Button>
    </Page>
  )
}
