import { type CampaignDetails, ownPrice, ownQuantity } from '@kontor/contract/campaigns/details'
import { type CampaignType, hasCash } from '@kontor/contract/campaigns/kinds'
import { keyed } from '@kontor/contract/lib/lists/keys'
import { moneyOrPercent } from '@kontor/contract/lib/numbers/decimal-field'
import * as z from 'zod/mini'

/** 1 categories, 2 partners, 3 products. */
export type Step = 1 | 2 | 3

export const parts = ['categories', 'partners', 'products'] as const
export type DraftPart = (typeof parts)[number]

/**
 * The selection of one kind: the canonical value per id; the empty string for none. The value of a
 * partner is its cash, that of a product its price or quantity in the campaign.
 */
export type Lines = ReadonlyMap<number, string>

/** The selections of the stepper. Plain maps: copying twenty thousand partners takes a millisecond. */
export type Draft = Readonly<Record<DraftPart, Lines>>

/** A number in comparable form: `5.500` and `5.5` are equal. An invalid number is returned as typed. */
function canonical(typed: string | number | null): string {
  const read = z.safeParse(moneyOrPercent, typed ?? '')
  return read.success ? read.data : String(typed ?? '')
}

/** The saved campaign as a draft. */
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

/** The body of the saving call; `version` is the one that was loaded. */
export const bodyOf = (draft: Draft, type: CampaignType, version: number) => ({
  categories: [...draft.categories.keys()].map((category_id) => ({ category_id })),
  partners: [...draft.partners].map(([partner_id, cash]) => ({
    partner_id,
    ...(hasCash(type) && { cash }),
  })),
  products: [...draft.products].map(([product_id, value]) => {
    if (hasCash(type)) return { product_id, price: value || null }
    return { product_id, quantity: value === '' ? null : Number(value) }
  }),
  version,
})

/**
 * The message of the rule that a value breaks, memoised: the same few values are checked on every
 * keystroke.
 */
function problems(rule: z.ZodMiniType, empty: string | null) {
  const known = new Map<string, string | null>([['', empty]])
  return (typed: string): string | null => {
    const found = known.get(typed)
    if (found !== undefined) return found
    const { error } = z.safeParse(rule, typed)
    const problem = error ? (error.issues[0]?.message ?? 'validation.field') : null
    known.set(typed, problem)
    return problem
  }
}

const cashProblem = problems(moneyOrPercent, 'validation.field')
const priceProblem = problems(ownPrice, null)
const quantityProblem = problems(ownQuantity, null)

/** The message of an invalid value; null when it is valid. */
export function problemOf(part: DraftPart, typed: string, type: CampaignType): string | null {
  if (part === 'partners') return hasCash(type) ? cashProblem(typed) : null
  if (part === 'categories') return null
  return hasCash(type) ? priceProblem(typed) : quantityProblem(typed)
}

const isEmpty = (typed: string) => typed.trim() === ''

/** Number of selected rows, and of missing or invalid values. */
interface Counts {
  chosen: number
  missing: number
  wrong: number
}

const countsOfPart = (part: DraftPart, lines: Lines, type: CampaignType): Counts => {
  const counts = { chosen: lines.size, missing: 0, wrong: 0 }
  for (const typed of lines.values())
    if (problemOf(part, typed, type)) counts[isEmpty(typed) ? 'missing' : 'wrong'] += 1
  return counts
}

export const countsOf = (draft: Draft, type: CampaignType) =>
  keyed(parts, (part) => countsOfPart(part, draft[part], type))

/** What to fix in a value. */
export type Fault = 'missing' | 'wrong' | 'any'

/** Ids with a missing or invalid value. */
export const idsWith = (kind: Fault, part: DraftPart, draft: Draft, type: CampaignType) =>
  [...draft[part]].flatMap(([id, typed]) =>
    problemOf(part, typed, type) && (kind === 'any' || isEmpty(typed) === (kind === 'missing')) ? id : [],
  )

/** Selects or deselects ids; those already selected keep their value. */
export function picked(lines: Lines, ids: readonly number[], on: boolean): Lines {
  const next = new Map(lines)
  for (const id of ids) {
    if (!on) next.delete(id)
    else if (!next.has(id)) next.set(id, '')
  }
  return next
}

/** Sets values, which selects their records. */
export const written = (lines: Lines, values: Iterable<readonly [number, string]>): Lines =>
  new Map([...lines, ...values])

/** Sets a value for all without one. */
export const filled = (lines: Lines, value: string): Lines =>
  new Map([...lines].map(([id, typed]) => [id, typed || value]))

/** A partner of a sheet; an empty cell has no cash. */
export interface SheetRow {
  id: number
  name: string
  is_active: boolean
  cash: string
}

/**
 * What a sheet changes in the selected partners: an empty cell leaves the cash, and partners that cannot be added are
 * left out: inactive ones, and those in `apart`.
 */
export function sheetChanges(partners: Lines, rows: readonly SheetRow[], apart: ReadonlySet<number>) {
  const fitting = new Map<number, string>()
  const inactive: SheetRow[] = []
  const counts = { fresh: 0, changed: 0, same: 0 }
  for (const row of rows) {
    const before = partners.get(row.id)
    const cash = canonical(row.cash) || (before ?? '')
    if (before === undefined && apart.has(row.id)) continue
    if (before === undefined && !row.is_active) {
      inactive.push(row)
      continue
    }
    fitting.set(row.id, cash)
    const isSame = before !== undefined && canonical(before) === canonical(cash)
    counts[before === undefined ? 'fresh' : isSame ? 'same' : 'changed'] += 1
  }
  return { fitting, inactive, ...counts }
}
