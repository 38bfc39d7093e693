import { Button } from '@mantine/core'
import { IconCircleCheck, IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { basket, piecesIn } from '../../../components/ordering/basket.ts'
import { useBasket } from '../../../components/ordering/basketStore.ts'
import { PendingOrder } from '../../../components/ordering/PendingOrder.tsx'
import cards from '../../../components/portal/card.module.css'
import { Page } from '../../../components/portal/Page.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { PlainButton } from '../../../components/ui/PlainButton.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './Basket.module.css'
import { Basket } from './Basket.tsx'
import { OrderLines } from './OrderLines.tsx'
import { type Placed, useBasketOrder, useOrderName } from './useBasketOrder.ts'

/** The basket, with lines from the catalogue and from campaigns, ordered together. */
export function BasketPage() {
  const t = useTranslations()
  const lines = useBasket()
  const nameOf = useOrderName()
  const [placed, setPlaced] = useState<Placed | null>(null)
  const [error, setError] = useState('')
  const order = useBasketOrder({ onOrdered: setPlaced, onError: setError })
  const { pending, isSending } = order
  if (placed) return <Confirmation placed={placed} />
  return (
    <Page
      title={t('portal.basket.title')}
      back="/catalogue"
      returns
      actions={lines.length > 0 && !pending && !isSending && <Clear count={lines.length} />}
    >
      <PendingOrder order={order} name={pending ? nameOf(pending.body.lines) : undefined} />
      {lines.length > 0 && (
        <Basket lines={lines} order={order} error={error} onClearError={() => setError('')} />
      )}
      {lines.length === 0 && !pending && (
        <Notice icon={IconShoppingCart} title={t('portal.basket.empty')} text={t('portal.basket.empty_text')}>
          <Button renderRoot={(props) => <Link to="/catalogue" {...props} />}>
            {t('portal.basket.to_catalogue')}
          </Button>
        </Notice>
      )}
    </Page>
  )
}

/** The lines just ordered, by catalogue and campaign. */
function Confirmation({ placed: { basket: ofCatalogue, lines, total } }: { placed: Placed }) {
  const t = useTranslations()
  const { euro } = useFormat()
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
        const { id = 0, name = t('portal.basket.of_catalogue') } = part[0]?.campaign ?? {}
        return (
          <section key={id} className={classes.part} aria-label={name}>
            <h3 className={cards.heading}>{name}</h3>
            <div className={cards.card}>
              <OrderLines lines={part} />
            </div>
          </section>
        )
      })}
      <p className={`${cards.sum} ${classes.sum}`}>
        <span>
          {t('portal.basket.total')},{' '}
          {t('portal.basket.sum', { count: lines.length, pieces: piecesIn(lines) })}
        </span>
        <b>{euro(total)}</b>
      </p>
      <Button fullWidth renderRoot={(props) => <Link to="/catalogue" {...props} />}>
        {t('portal.basket.back')}
      </Button>
      <Button
        fullWidth
        variant="default"
        renderRoot={(props) => <Link to={ofCatalogue ? '/catalogue/orders' : '/cart'} {...props} />}
      >
        {t('portal.basket.see_orders')}
      </Button>
    </Page>
  )
}

function Clear({ count }: { count: number }) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const clear = async () => {
    const isConfirmed = await confirm({
      title: t('portal.basket.clear_title'),
      text: t('portal.basket.clear_text', { count }),
      action: t('portal.basket.clear'),
      danger: true,
    })
    if (isConfirmed) basket.clear()
  }
  return (
    <>
      <PlainButton onClick={() => void clear()}>{t('portal.basket.clear')}</PlainButton>
      {question}
    </>
  )
}
