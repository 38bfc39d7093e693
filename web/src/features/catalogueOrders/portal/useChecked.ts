import { appOrders } from '@kontor/contract/catalogueOrders/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { compareDecimals } from '@kontor/contract/lib/numbers/decimal'
import type { BasketLine } from '../../../components/ordering/basketStore.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'

type Checked = ResponseBody<typeof appOrders.check>[number]

/** A line of the basket, how its product stands, and what has to be decided before it can be ordered. */
export interface CheckedLine {
  line: BasketLine
  /** Null until the server has said it. */
  now: Checked | null
  /** It cannot be ordered any more. */
  isGone: boolean
  /** Its price when that is another by now. */
  newPrice: string | null
  /** How many there are where more are asked for. */
  short: number | null
  /** Nothing is left to decide. */
  isSettled: boolean
}

/** From so many pieces on the number is not shown. */
const MANY = 11

/** The lines of the basket as their products stand now. */
export function useChecked(lines: readonly BasketLine[]) {
  const body = {
    lines: lines.map(({ product_id, campaign }) => ({ product_id, campaign_id: campaign?.id ?? null })),
  }
  const query = useCachedQuery(appOrders.check, { body }, { keepPrevious: true, enabled: lines.length > 0 })
  useRefresh('catalogue', [appOrders.check])
  useRefresh('campaigns', [appOrders.check])
  return { query, checked: standingOf(lines, query.data ?? []) }
}

const isOf =
  ({ product_id, campaign }: BasketLine) =>
  (one: Checked) =>
    one.product_id === product_id && one.campaign_id === (campaign?.id ?? null)

/** How each line stands when those before it have taken what they order of the same pieces. */
function standingOf(lines: readonly BasketLine[], answers: readonly Checked[]) {
  const taken = new Map<string, number>()
  return lines.map((line) => {
    const { product_id, campaign, quantity } = line
    const stock = campaign?.isCounted ? `${campaign.id} ${product_id}` : String(product_id)
    const before = taken.get(stock) ?? 0
    taken.set(stock, before + quantity)
    return standing(line, answers.find(isOf(line)) ?? null, before)
  })
}

function standing(line: BasketLine, now: Checked | null, before: number): CheckedLine {
  const isGone = now !== null && now.price === null
  const newPrice = now?.price && compareDecimals(now.price, line.price) !== 0 ? now.price : null
  const available = Math.max(availableOf(line, now) - before, 0)
  const short = !isGone && line.quantity > available ? available : null
  const mayBeShort = line.ignore && !line.campaign?.isCounted
  return {
    line,
    now,
    isGone,
    newPrice,
    short,
    isSettled: !isGone && !newPrice && (short === null || mayBeShort),
  }
}

/** How many there are: as told now, or when an order was refused; more than anybody orders where nobody has said. */
function availableOf({ available }: BasketLine, now: Checked | null) {
  if (now?.stock === 'none') return 0
  if (now?.stock === 'few') return now.pieces ?? 0
  return available !== null && (now === null || available >= MANY) ? available : Number.POSITIVE_INFINITY
}
