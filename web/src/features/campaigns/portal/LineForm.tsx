import { type PortalCartItem, portalCampaigns } from '@kontor/contract/campaigns/portal'
import { MAX_PIECES } from '@kontor/contract/lib/fields/fields'
import { multiplyByInteger } from '@kontor/contract/lib/numbers/decimal'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { excessOf } from '../../../components/ordering/excess.ts'
import { Pieces, piecesOf } from '../../../components/ordering/Pieces.tsx'
import { useBlockInput } from '../../../components/ui/dialog/useBlockInput.ts'
import { useFocusReturn } from '../../../components/ui/dialog/useFocusReturn.ts'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import type { ApiError } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Lines.module.css'

/** Changes the quantity of an item, with the version it had when the form opened. */
export function LineForm({ item, onClose }: { item: PortalCartItem; onClose: () => void }) {
  const t = useTranslations()
  const message = useMessage()
  const { euro } = useFormat()
  const queries = useQueryClient()
  const [{ id, campaign, price, quantity: before, version }] = useState(item)
  const [typedQuantity, setTypedQuantity] = useState(String(before))
  const [errorBody, setErrorBody] = useState<ApiError['body'] | null>(null)
  const { quantity, isValid } = piecesOf(typedQuantity, MAX_PIECES)
  const more = isValid ? Math.max(quantity - before, 0) : 0
  const { data } = useCachedQuery(portalCampaigns.one, { params: { id: String(campaign.id) } })
  useRefresh(['campaigns', 'cart'], [portalCampaigns.one])
  const excess = data && excessOf(data, multiplyByInteger(price, more))
  const mutation = useApiMutation(portalCampaigns.change, {
    success: t('portal.cart.changed', { count: quantity }),
    onDone: onClose,
    onFailed: (error) => {
      void queries.invalidateQueries()
      if (error.status === 422 && (error.body.errors || error.body.short)) return setErrorBody(error.body)
      shownError.show(error)
      const isStale = [404, 409].includes(error.status) || error.body.message === 'validation.delivered'
      if (isStale) onClose()
    },
  })
  const change = useExclusiveCall(mutation.mutate)
  const form = useRef<HTMLFormElement>(null)
  useFocusReturn()
  useBlockInput(form, mutation.isPending)
  const short = errorBody?.short?.[0]?.available
  const reasonOf = ({ message: key, params }: ApiError['body']) => {
    if (short !== undefined) return t(short > 0 ? 'order.ask_few' : 'order.ask_none', { count: short })
    // `left` are the pieces beyond those that the item has.
    if (key === 'validation.left')
      return t('portal.cart.at_most', { left: before + Number(params?.left ?? 0) })
    return message(key, params)
  }
  useUnsaved(quantity !== before)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity === before) return onClose()
    const ignore_quantity = short !== undefined // which needs a confirmation before sending again
    if (isValid) change({ params: { id: String(id) }, body: { quantity, version, ignore_quantity } })
  }
  return (
    <form ref={form} className={classes.change} noValidate onSubmit={submit}>
      <Pieces
        typedQuantity={typedQuantity}
        max={MAX_PIECES}
        onSet={(next) => {
          setErrorBody(null)
          setTypedQuantity(next)
        }}
      />
      <p role="status" className={classes.excess}>
        {more > 0 && excess && t('portal.order.over', { excess: euro(excess) })}
      </p>
      <p role="alert" className={classes.refused} hidden={!errorBody}>
        {errorBody && reasonOf(errorBody)}
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!isValid} loading={mutation.isPending}>
          {t(short === undefined ? 'common.save' : 'order.anyway')}
        </Button>
      </div>
    </form>
  )
}
