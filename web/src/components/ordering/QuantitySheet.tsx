import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import cards from '../portal/card.module.css'
import { Dialog, DialogBody } from '../ui/dialog/Dialog.tsx'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'
import { basket, MAX_LINE_PIECES, type Offered } from './basket.ts'
import { Pieces, piecesOf } from './Pieces.tsx'
import { useAdd } from './useAdd.ts'

interface QuantitySheetProps {
  product: Offered
  /** Quantity in the basket. */
  count: number
  onClose: () => void
}

/** A sheet that sets the quantity of a product in the basket. */
export function QuantitySheet({ product, count, onClose }: QuantitySheetProps) {
  const t = useTranslations()
  const add = useAdd()
  const [first] = useState(() => String(Math.max(count, 1)))
  const [typedQuantity, setTypedQuantity] = useState(first)
  const { quantity, isValid } = piecesOf(typedQuantity, MAX_LINE_PIECES)
  const requestClose = useUnsaved(typedQuantity !== first, { onLeave: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return
    if (add(product, quantity)) onClose()
  }
  const remove = () => {
    basket.remove(product)
    onClose()
  }
  return (
    <Dialog title={product.name} width={460} sheet onClose={requestClose}>
      <DialogBody>
        <form className={cards.stack} noValidate onSubmit={submit}>
          <Pieces typedQuantity={typedQuantity} max={MAX_LINE_PIECES} onSet={setTypedQuantity} autoFocus />
          <Button type="submit" fullWidth disabled={!isValid}>
            {t(count > 0 ? 'common.save' : 'order.put')}
          </Button>
          {count > 0 && (
            <Button variant="default" fullWidth onClick={remove}>
              {t('order.take_out')}
            </Button>
          )}
        </form>
      </DialogBody>
    </Dialog>
  )
}
