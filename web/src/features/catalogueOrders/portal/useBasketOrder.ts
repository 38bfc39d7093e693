import { appOrders } from '@kontor/contract/catalogueOrders/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { useTranslations } from 'use-intl'
import { basket } from '../../../components/ordering/basket.ts'
import type { BasketLine } from '../../../components/ordering/basketStore.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'

export type Placed = ResponseBody<typeof appOrders.place>

/** What was decided: these lines, at the prices that were on screen. */
interface Wanted {
  lines: readonly BasketLine[]
  quantity: number
}

/** The one order of the basket that can be under way on a device. */
const WHAT = 'basket-order:'

interface Outcome {
  onOrdered?: (placed: Placed) => void
  /** Says on the screen itself what was refused and why, instead of a dialog. */
  onError?: (text: string) => void
}

/** Orders what is in the basket, once; what is not answered yet holds the next. */
export function useBasketOrder({ onOrdered, onError }: Outcome = {}) {
  const t = useTranslations()
  const message = useMessage()
  const nameOf = useOrderName()
  const { euro } = formatOf(useLanguage().locale)
  return useIdempotentMutation<Wanted, Placed>(WHAT, {
    call: ({ key, body: { lines } }) =>
      apiRequest(appOrders.place, { body: { lines: lines.map(asked) }, idempotencyKey: key }),
    onDone: ({ lines, quantity }, placed) => {
      basket.ordered(lines)
      notify.success(t('portal.basket.done', { pieces: quantity, total: euro(placed.total) }), {
        above: true,
      })
      onOrdered?.(placed)
    },
    onError: (error, { lines }) => {
      const short = keepShort(error, lines)
      const reason = message(error.body.message, error.body.params)
      const text =
        short.length > 0
          ? t('portal.basket.short', { names: short.map(({ name }) => name).join(', ') })
          : t('portal.basket.refused', { name: nameOf(refusedOf(error, lines)), reason })
      if (onError) onError(text)
      else notify.failure(new ApiError(error.status, { message: text }))
    },
  })
}

/** Some lines by their first product. */
export function useOrderName() {
  const t = useTranslations()
  return (lines: readonly { name: string }[]) =>
    t('portal.basket.named', { name: lines[0]?.name ?? '', more: lines.length - 1 })
}

const asked = ({ product_id, campaign, quantity, price, ignore }: BasketLine) => ({
  ...{ product_id, quantity, price, campaign_id: campaign?.id ?? null, ignore_quantity: ignore },
})

/** Notes how many there were of what there was not enough, so that the basket asks about it; answers these lines. */
function keepShort({ body: { short = [] } }: ApiError, lines: readonly BasketLine[]) {
  return short.flatMap(({ line, available }) => {
    const found = lines[line]
    if (found) basket.change(found, { available, ignore: false })
    return found ? [found] : []
  })
}

/** The lines that a refusal is about; all of them where it names none. */
function refusedOf({ body: { errors = {} } }: ApiError, lines: readonly BasketLine[]) {
  const named = lines.filter((_, place) =>
    Object.keys(errors).some((path) => path.startsWith(`lines.${place}.`)),
  )
  return named.length > 0 ? named : lines
}
