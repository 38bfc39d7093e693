import { campaignProducts } from '@kontor/contract/campaigns/products'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { discounted, discountProblem } from './discount.ts'
import { type Lines, written } from './draft.ts'
import { FillForm } from './FillForm.tsx'
import { type DraftStore, useStore } from './store.ts'

const SUBJECT = 'stepper.discounted'

const withoutSign = (typed: string) => typed.replace(/\s*%$/, '')

/** Sets the price of all selected products to their usual one less a percentage; can be undone. */
export function Discount({ store }: { store: DraftStore }) {
  const t = useTranslations()
  const { decimal } = useFormat()
  const count = useStore(store, ({ chosen }) => chosen.products).size
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (percent: string) => {
      const ids = [...store.state().chosen.products]
      const { prices } = await apiRequest(campaignProducts.usualPrices, { body: { ids } })
      const before = store.state().draft.products
      const after = new Map(
        prices.flatMap(({ id, price }) => (before.has(id) ? [[id, discounted(price, percent)]] : [])),
      )
      store.setLines('products', written(before, after))
      notify.success(t('stepper.discounted', { count: after.size, percent: decimal(percent) }), {
        subject: SUBJECT,
        undo: () => store.setLines('products', undone(store.state().draft.products, before, after)),
      })
    },
    onError: shownError.show,
  })
  // Its undo changes the draft, which is gone with the step.
  useEffect(() => () => notify.hide(SUBJECT), [])
  return (
    <FillForm
      label={t('stepper.discount')}
      placeholder="15"
      action={t('stepper.discount_all', { count })}
      isDisabled={count === 0}
      isPending={isPending}
      problemOf={(typed) => discountProblem(withoutSign(typed))}
      onFill={(typed) => mutateAsync(withoutSign(typed))}
    />
  )
}

/** The earlier values where they have not been changed since. */
const undone = (now: Lines, before: Lines, after: Lines): Lines =>
  new Map([...now].map(([id, value]) => [id, value === after.get(id) ? (before.get(id) ?? value) : value]))
