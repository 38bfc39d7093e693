import { portalOrders } from '@kontor/contract/catalogueOrders/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { compareDecimals } from '@kontor/contract/lib/numbers/decimal'
import { useDebouncedValue } from '@mantine/hooks'
import type { BasketLine } from '../../../components/ordering/basketStore.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'

type Checked = ResponseBody<typeof portalOrders.check>[number]

/** A line of the basket, its product's current state, and the open questions. */
export interface CheckedLine {
  line: BasketLine
  /** Null until loaded. */
  now: Checked | null
  /** It can no longer be ordered. */
  isGone: boolean
  /** Its price, if it has changed. */
  newPrice: string | null
  /** Available pieces, when more are requested. */
  short: number | null
  /** No question is open. */
  isSettled: boolean
}

/** Milliseconds without another change until a changed basket is checked. */
const CHECK_DELAY = 150

/** The lines of the basket, checked against the current products. */
export function useChecked(lines: readonly BasketLine[]) {
  const [asked] = useDebouncedValue(lines, CHECK_DELAY)
  const body = {
    lines: asked.map(({ product_id, campaign, quantity }) => ({
      product_id,
      campaign_id: campaign?.id ?? null,
      quantity,
    })),
  }
  const query = useCachedQuery(
    portalOrders.check,
    { body },
    { keepPrevious: true, enabled: asked.length > 0, storedAs: 'basket' }, // each quantity is another query
  )
  useRefresh(['catalogue', 'campaigns'], [portalOrders.check])
  const answers = query.data ?? []
  return { query, checked: lines.map((line) => checkedLine(line, answers.find(isOf(line)) ?? null)) }
}

const isOf =
  ({ product_id, campaign }: BasketLine) =>
  (one: Checked) =>
    one.product_id === product_id && one.campaign_id === (campaign?.id ?? null)

function checkedLine(line: BasketLine, now: Checked | null): CheckedLine {
  const isGone = now !== null && now.price === null
  const newPrice = now?.price && compareDecimals(now.price, line.price) !== 0 ? now.price : null
  const available = now?.available ?? Number.POSITIVE_INFINITY
  const short = line.quantity > available ? available : null
  const allowsBackorder = line.ignore && !line.campaign?.isCounted
  return {
    line,
    now,
    isGone,
    newPrice,
    short,
    isSettled: !isGone && !newPrice && (short === null || allowsBackorder),
  }
}
