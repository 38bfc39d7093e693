import { type MentionKind, tokenOf } from '@kontor/contract/lib/text/mentions'
import { IconAt, IconTemplate } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { MentionLinks } from '../components/editor/mentions/mentionLinks.ts'
import type { Source, Suggestion } from '../components/editor/mentions/sources.ts'
import type { Can } from '../lib/permissions/usePermission.ts'

/** Where the partners and products lead that a message mentions. */
export const mentionLinks: MentionLinks = {
  partner: { address: ({ id }) => ({ to: `/partners/${id}` }), permission: 'partners.see' },
  product: {
    address: ({ id }) => ({ to: '/products', search: { 'f.id': String(id), row: String(id) } }),
    permission: 'products.see',
  },
}

/** Partners and products offered to whoever writes `@`: some of each, the partners first. */
const MENTIONED = 5

/** What can be put into a message of the office. */
export const sources: readonly Source[] = [
  {
    sign: '/',
    atStart: true,
    kinds: ['chat', 'support'],
    label: { cnr: 'Gotovi odgovori', en: 'Canned replies' },
    none: { cnr: 'Nema takvog gotovog odgovora', en: 'No such canned reply' },
    icon: IconTemplate,
    permission: ['replies.see', 'sliders.send', 'customerSupport.change'],
    find: findReplies,
  },
  {
    sign: '@',
    label: { cnr: 'Pomeni partnera ili proizvod', en: 'Mention a partner or product' },
    none: { cnr: 'Nema takvog partnera ni proizvoda', en: 'No such partner or product' },
    icon: IconAt,
    permission: ['partners.see', 'products.see'],
    find: async (typed, options) =>
      (
        await Promise.all([findRecords('partner', typed, options), findRecords('product', typed, options)])
      ).flat(),
  },
]

interface Options {
  signal: AbortSignal
  queries: QueryClient
  can: Can
}

/** Records that can be mentioned, none where one may not see them: a refused call would ask for the rights anew. */
async function findRecords(kind: MentionKind, typed: string, options: Options): Promise<Suggestion[]> {
  if (!options.can(mentionLinks[kind].permission)) return []
  const { searches } = await import('./search.ts')
  const load = kind === 'partner' ? searches.partners : searches.products
  const find = await load()
  const { found } = await find(typed, options).catch((error: unknown) => {
    if (options.signal.aborted) throw error
    return { found: [] }
  })
  return found.slice(0, MENTIONED).map(({ id, name, code }) => ({
    ...{ key: `${kind} ${id}`, name, text: `${tokenOf({ kind, id, name })} ` },
    ...(code && { note: code }),
  }))
}

/** Milliseconds for which the replies that were read are searched again. */
const FRESH = 30_000

async function findReplies(typed: string, { queries, kind }: Options & { kind: string }) {
  const [{ apiRequest: call }, { containsAll }, { routesOf }, { replies }] = await Promise.all([
    import('../lib/api/apiRequest.ts'),
    import('../components/command-palette/foldedMatch.ts'),
    import('@kontor/contract/lib/resources/routes'),
    import('@kontor/contract/resources/replies'),
  ])
  const rows = await queries.fetchQuery({
    queryKey: ['searched', 'active', replies.name],
    queryFn: ({ signal }) => call(routesOf(replies).active, {}, { signal }),
    staleTime: FRESH,
  })
  return rows
    .filter(({ name, used_in }) => ['both', kind].includes(used_in) && containsAll(name, typed))
    .map(({ id, name, text }): Suggestion => ({ key: String(id), name, note: text, text }))
}
