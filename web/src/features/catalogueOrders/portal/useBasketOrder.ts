import { portalOrders } from '@kontor/contract/catalogueOrders/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { useTranslations } from 'use-intl'
import { basket } from '../../../components/ordering/basket.ts'
import type { BasketLine } from '../../../components/ordering/basketStore.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'

export type Placed = ResponseBody<typeof portalOrders.place>

/** An order: the lines, at the prices on screen. */
interface BasketOrder {
  lines: readonly BasketLine[]
  quantity: number
}

/** Key of the single pending basket order of a device. */
const WHAT = 'basket-order:'

interface Outcome {
  onOrdered?: (placed: Placed) => void
  /** Shows an error on the screen instead of in a dialog. */
  onError?: (text: string) => void
}

/** Orders the basket exactly once; an order without a response blocks the next. */
export function useBasketOrder({ onOrdered, onError }: Outcome = {}) {
  const t = useTranslations()
  const textOf = useErrorText()
  const { euro } = useFormat()
  return useIdempotentMutation<BasketOrder, Placed>(WHAT, {
    call: ({ key, body: { lines } }) =>
      apiRequest(portalOrders.place, { body: { lines: lines.map(lineBody) }, idempotencyKey: key }),
    onDone: ({ lines, quantity }, placed) => {
      basket.ordered(lines)
      notify.success(t('portal.basket.done', { pieces: quantity, total: euro(placed.total) }), {
        above: true,
      })
      onOrdered?.(placed)
    },
    onError: (error, { lines }) => {
      const text = textOf(error, lines)
      if (onError) onError(text)
      else shownError.show(new ApiError(error.status, { message: text }))
    },
  })
}

/** Why a basket was refused; what is short or has another price is asked about in the basket. */
function useErrorText() {
  const t = useTranslations()
  const message = useMessage()
  const nameOf = useOrderName()
  return (error: ApiError, lines: readonly BasketLine[]) => {
    const { message: code, params } = error.body
    const short = shortLines(error, lines)
    const named = short.length > 0 ? short : rejectedLines(error, lines)
    const names = named.map(({ name }) => name).join(', ')
    if (short.length > 0) return t('portal.basket.short', { names })
    if (code === 'validation.price_changed') return t('portal.basket.repriced', { names })
    return t('portal.basket.refused', { name: nameOf(named), reason: message(code, params) })
  }
}

/** Names some lines by their first product. */
export function useOrderName() {
  const t = useTranslations()
  return (lines: readonly { name: string }[]) =>
    t('portal.basket.named', { name: lines[0]?.name ?? '', more: lines.length - 1 })
}

const lineBody = ({ product_id, campaign, quantity, price, ignore }: BasketLine) => ({
  product_id,
  quantity,
  price,
  campaign_id: campaign?.id ?? null,
  ignore_quantity: ignore,
})

/** The lines with insufficient stock; the basket asks about them. */
const shortLines = ({ body: { short = [] } }: ApiError, lines: readonly BasketLine[]) =>
  short.flatMap(({ line }) => lines[line] ?? [])

/** The lines that an error is about; all when it names none. */
function rejectedLines({ body: { errors = {} } }: ApiError, lines: readonly BasketLine[]) {
  const named = lines.filter((_, index) =>
    Object.keys(errors).some((path) => path.startsWith(`lines.${index}.`)),
  )
  return named.length > 0 ? named : lines
}
