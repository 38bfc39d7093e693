import { portalOrders } from '@kontor/contract/catalogueOrders/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { compareDecimals } from '@kontor/contract/lib/numbers/decimal'
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

/** From this number of pieces on the number is not shown. */
const HIDDEN_FROM = 11

/** The lines of the basket, checked against the current products. */
export function useChecked(lines: readonly BasketLine[]) {
  const body = {
    lines: lines.map(({ product_id, campaign }) => ({ product_id, campaign_id: campaign?.id ?? null })),
  }
  const query = useCachedQuery(
    portalOrders.check,
    { body },
    { keepPrevious: true, enabled: lines.length > 0 },
  )
  useRefresh(['catalogue', 'campaigns'], [portalOrders.check])
  return { query, checked: standingOf(lines, query.data ?? []) }
}

const isOf =
  ({ product_id, campaign }: BasketLine) =>
  (one: Checked) =>
    one.product_id === product_id && one.campaign_id === (campaign?.id ?? null)

/** Allocates the stock to the lines in order, and returns the state of each. */
function standingOf(lines: readonly BasketLine[], answers: readonly Checked[]) {
  const allocated = new Map<string, number>()
  return lines.map((line) => {
    const { product_id, campaign, quantity } = line
    const stock = campaign?.isCounted ? `${campaign.id} ${product_id}` : String(product_id)
    const before = allocated.get(stock) ?? 0
    allocated.set(stock, before + quantity)
    return standing(line, answers.find(isOf(line)) ?? null, before)
  })
}

function standing(line: BasketLine, now: Checked | null, before: number): CheckedLine {
  const isGone = now !== null && now.price === null
  const newPrice = now?.price && compareDecimals(now.price, line.price) !== 0 ? now.price : null
  const available = Math.max(availableOf(line, now) - before, 0)
  const short = !isGone && line.quantity > available ? available : null
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

/** Available pieces: by the response, or at the last rejection; unlimited when unknown. */
function availableOf({ available }: BasketLine, now: Checked | null) {
  if (now?.stock === 'none') return 0
  if (now?.stock === 'few') return now.pieces ?? 0
  return available !== null && (now === null || available >= HIDDEN_FROM)
    ? available
    : Number.POSITIVE_INFINITY
}
