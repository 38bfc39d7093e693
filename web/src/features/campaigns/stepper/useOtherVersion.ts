import type { Campaign } from '@kontor/contract/campaigns'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { history } from '@kontor/contract/history'
import { products } from '@kontor/contract/products'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import type { DraftPart } from './draft.ts'
import { type InvalidRecord, idsOf } from './invalidRecords.ts'
import type { Changes, Conflict } from './merge.ts'

/** Most products that are named; each needs a call. */
const NAMED_PRODUCTS = 12

const tables = {
  categories: 'campaigns',
  partners: 'campaign_partners',
  products: 'campaign_products',
} as const

interface OtherVersionOptions {
  campaign: Campaign
  categoryName: (id: number) => string
  conflicts: readonly Conflict[]
  server?: Changes
}

/** The names of the records of a conflict, and who changed them, as far as the user has permission. */
export function useOtherVersion({ campaign, categoryName, conflicts, server }: OtherVersionOptions) {
  const can = usePermission()
  const idsOfChanges = (part: DraftPart) => [
    ...new Set([
      ...conflicts.flatMap((one) => (one.part === part ? one.id : [])),
      ...(server?.[part].keys() ?? []),
    ]),
  ]
  const partners = useQuery({
    queryKey: ['stepper names', idsOfChanges('partners')],
    queryFn: () => namesOfPartners(idsOfChanges('partners')),
  })
  const productIds = idsOfChanges('products').slice(0, NAMED_PRODUCTS)
  const named = useQuery({
    queryKey: ['stepper products', productIds],
    queryFn: () => namesOfProducts(productIds),
    enabled: can(products.one.permission),
  })
  const canSeeHistory = can(history.ofRecord.permission)
  const people = useQuery({
    queryKey: ['stepper people', campaign.id, server],
    queryFn: () => peopleWhoChanged(campaign.id, server),
    enabled: canSeeHistory && server !== undefined,
  })
  const nameOf = useCallback(
    (part: DraftPart, id: number) =>
      part === 'categories'
        ? categoryName(id)
        : ((part === 'partners' ? partners.data : named.data)?.get(id) ?? `#${id}`),
    [categoryName, partners.data, named.data],
  )
  return { nameOf, peopleOf: (part: DraftPart) => people.data?.[part] ?? [] }
}

/** Names of records, as far as the user has permission. */
export async function namesOf(records: readonly InvalidRecord[], categoryName: (id: number) => string) {
  const [partners, named] = await Promise.all([
    namesOfPartners(idsOf(records, 'partners')),
    namesOfProducts(idsOf(records, 'products').slice(0, NAMED_PRODUCTS)).catch(
      () => new Map<number, string>(),
    ),
  ])
  return records.map(({ part, id }) =>
    part === 'categories' ? categoryName(id) : ((part === 'partners' ? partners : named).get(id) ?? `#${id}`),
  )
}

/** Without categories every partner is returned, so that call resolves the names. */
async function namesOfPartners(partners: number[]) {
  if (partners.length === 0) return new Map<number, string>()
  const answer = await apiRequest(campaignPartners.apart, { body: { categories: [], partners } })
  return new Map(answer.partners.map(({ id, name }) => [id, name]))
}

async function namesOfProducts(ids: number[]) {
  const rows = await Promise.all(ids.map((id) => apiRequest(products.one, { params: { id: String(id) } })))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The authors of the latest history entries, as many as there are changes. */
async function peopleWhoChanged(id: number, server: Changes | undefined) {
  const who = async (part: DraftPart) => {
    const changes = server?.[part].size ?? 0
    if (changes === 0) return []
    const entries = await apiRequest(history.ofRecord, {
      params: { table: tables[part], id: String(id) },
      query: {},
    })
    // A change of categories is one entry of the campaign, one of partners or products an entry each.
    const matching = entries.result.filter(
      (entry) =>
        entry.table === tables[part] &&
        (part !== 'categories' || entry.values.some(({ column }) => column === 'categories')),
    )
    const last = matching.slice(0, part === 'categories' ? 1 : changes)
    return [...new Set(last.flatMap(({ person }) => person?.name ?? []))]
  }
  const [categories, partners, ofProducts] = await Promise.all([
    who('categories'),
    who('partners'),
    who('products'),
  ])
  return { categories, partners, products: ofProducts }
}
