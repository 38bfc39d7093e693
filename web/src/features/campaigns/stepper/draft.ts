import { type CampaignDetails, ownPrice, ownQuantity } from '@kontor/contract/campaigns/details'
import { type CampaignType, hasCash } from '@kontor/contract/campaigns/kinds'
import { keyed } from '@kontor/contract/lib/lists/keys'
import { moneyOrPercent } from '@kontor/contract/lib/numbers/decimal-field'
import * as z from 'zod/mini'

/** 1 categories, 2 partners, 3 products. */
export type Step = 1 | 2 | 3

export const parts = ['categories', 'partners', 'products'] as const
export type Part = (typeof parts)[number]

/**
 * What is chosen of one kind: by id what was typed beside it, as numbers are sent; the empty text where nothing was. A
 * partner has its cash there, a product the price or the quantity of its own.
 */
export type Lines = ReadonlyMap<number, string>

/** All that the stepper chooses. Plain maps, so that twenty thousand partners are copied in a millisecond. */
export type Draft = Readonly<Record<Part, Lines>>

/** A number as it is compared: `5.500` and `5.5` are one. What is no number stays as it is. */
function canonical(typed: string | number | null): string {
  const read = z.safeParse(moneyOrPercent, typed ?? '')
  return read.success ? read.data : String(typed ?? '')
}

/** What is saved, as a draft. */
export const draftOf = (saved: CampaignDetails, type: CampaignType): Draft => ({
  categories: new Map(saved.categories.map(({ category_id }) => [category_id, ''])),
  partners: new Map(
    saved.partners.map(({ partner_id, cash }) => [partner_id, hasCash(type) ? canonical(cash) : '']),
  ),
  products: new Map(
    saved.products.map(({ product_id, price, quantity }) => [
      product_id,
      canonical(hasCash(type) ? price : quantity),
    ]),
  ),
})

/** The body of the call that saves it; `version` is the one that it was read with. */
export const bodyOf = (draft: Draft, type: CampaignType, version: number) => ({
  categories: [...draft.categories.keys()].map((category_id) => ({ category_id })),
  partners: [...draft.partners].map(([partner_id, cash]) => ({
    partner_id,
    ...(hasCash(type) && { cash }),
  })),
  products: [...draft.products].map(([product_id, own]) => {
    if (hasCash(type)) return { product_id, price: own || null }
    return { product_id, quantity: own === '' ? null : Number(own) }
  }),
  version,
})

/** The message of a rule that a text breaks, remembered by text: the same few are counted again at every key. */
function problems(rule: z.ZodMiniType, empty: string | null, say = (message: string) => message) {
  const known = new Map<string, string | null>([['', empty]])
  return (typed: string): string | null => {
    const found = known.get(typed)
    if (found !== undefined) return found
    const { error } = z.safeParse(rule, typed)
    const problem = error ? say(error.issues[0]?.message ?? 'validation.field') : null
    known.set(typed, problem)
    return problem
  }
}

// The words of prices would say that it must be more than nothing, which a cash need not be.
const cashProblem = problems(moneyOrPercent, 'validation.field', (message) =>
  message === 'validation.number' ? 'stepper.below_zero' : message,
)
const priceProblem = problems(ownPrice, null)
const quantityProblem = problems(ownQuantity, null)

/** What is wrong with what stands beside a chosen record, as a message; null when nothing is. */
export function problemOf(part: Part, typed: string, type: CampaignType): string | null {
  if (part === 'partners') return hasCash(type) ? cashProblem(typed) : null
  if (part === 'categories') return null
  return hasCash(type) ? priceProblem(typed) : quantityProblem(typed)
}

/** How many are chosen, and whose value is missing or wrong. */
interface Counts {
  chosen: number
  missing: number
  wrong: number
}

const countsOfPart = (part: Part, lines: Lines, type: CampaignType): Counts => {
  const counts = { chosen: lines.size, missing: 0, wrong: 0 }
  for (const typed of lines.values())
    if (problemOf(part, typed, type)) counts[typed === '' ? 'missing' : 'wrong'] += 1
  return counts
}

export const countsOf = (draft: Draft, type: CampaignType) =>
  keyed(parts, (part) => countsOfPart(part, draft[part], type))

/** What is to be put right of a value. */
export type Fault = 'missing' | 'wrong' | 'any'

/** The ids of those whose value is missing, or wrong. */
export const idsWith = (kind: Fault, part: Part, draft: Draft, type: CampaignType) =>
  [...draft[part]].flatMap(([id, typed]) =>
    problemOf(part, typed, type) && (kind === 'any' || (typed === '') === (kind === 'missing')) ? id : [],
  )

/** With or without some records; those that are there already keep what was typed beside them. */
export function picked(lines: Lines, ids: readonly number[], on: boolean): Lines {
  const next = new Map(lines)
  for (const id of ids) {
    if (!on) next.delete(id)
    else if (!next.has(id)) next.set(id, '')
  }
  return next
}

/** With these values beside these records, which are chosen by that. */
export const written = (lines: Lines, values: Iterable<readonly [number, string]>): Lines =>
  new Map([...lines, ...values])

/** With a value beside all that have none. */
export const filled = (lines: Lines, value: string): Lines =>
  new Map([...lines].map(([id, typed]) => [id, typed || value]))
