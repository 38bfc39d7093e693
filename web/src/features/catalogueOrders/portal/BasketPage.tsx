import { Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { basket } from '../../../components/ordering/basket.ts'
import { useBasket } from '../../../components/ordering/basketStore.ts'
import { PendingOrder } from '../../../components/ordering/PendingOrder.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { PlainButton } from '../../../components/ui/PlainButton.tsx'
import { Basket } from './Basket.tsx'
import { Confirmation } from './Confirmation.tsx'
import { type Placed, useBasketOrder, useOrderName } from './useBasketOrder.ts'

/** The basket, with lines from the catalogue and from campaigns, ordered together. */
export function BasketPage() {
  const t = useTranslations()
  const lines = useBasket()
  const nameOf = useOrderName()
  const [placed, setPlaced] = useState<Placed | null>(null)
  const [error, setError] = useState('')
  const order = useBasketOrder({ onOrdered: setPlaced, onError: setError })
  const { pending } = order
  if (placed) return <Confirmation placed={placed} />
  return (
    <Page
      title={t('portal.basket.title')}
      back="/catalogue"
      returns
      actions={lines.length > 0 && !pending && <Clear count={lines.length} />}
    >
      <PendingOrder order={order} name={pending ? nameOf(pending.body.lines) : undefined} />
      {lines.length > 0 && <Basket lines={lines} order={order} error={error} onSend={() => setError('')} />}
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
