import { tokenOf } from '@kontor/contract/lib/text/mentions'
import { IconAt } from '@tabler/icons-react'
import type { MentionLinks } from '../components/editor/mentions/mentionLinks.ts'
import type { Source, Suggestion } from '../components/editor/mentions/sources.ts'
import type { OfficeFeature } from './feature.ts'
import { features } from './features.ts'

/** The targets of mentions in messages. */
export const mentionLinks: MentionLinks = Object.fromEntries(
  features.flatMap(({ mention }) => (mention ? [[mention.kind, mention]] : [])),
)

/** Most records of each kind that are suggested after `@`. */
const MENTIONED = 5

/** The suggestions of the office's editors. */
export const sources: readonly Source[] = [
  ...features.flatMap((feature) => feature.sources ?? []),
  {
    trigger: '@',
    label: { cnr: 'Pomeni partnera ili proizvod', en: 'Mention a partner or product' },
    none: { cnr: 'Nema takvog partnera ni proizvoda', en: 'No such partner or product' },
    icon: IconAt,
    permission: ['partners.see', 'products.see'],
    find: async (typed, options) =>
      (await Promise.all(features.map((feature) => findRecords(feature, typed, options)))).flat(),
  },
]

/** Records that can be mentioned; none without the permission, because a 403 refetches the permissions. */
async function findRecords(
  { mention, screens = [] }: OfficeFeature,
  typed: string,
  options: Parameters<Source['find']>[1],
): Promise<Suggestion[]> {
  if (!mention || !options.can(mention.permission)) return []
  const { kind } = mention
  const find = await screens[0]?.find?.()
  const answer = await find?.(typed, options).catch((error: unknown) => {
    if (options.signal.aborted) throw error
  })
  return (answer?.found ?? []).slice(0, MENTIONED).map(({ id, name, code }) => ({
    key: `${kind} ${id}`,
    name,
    text: `${tokenOf({ kind, id, name })} `,
    ...(code && { note: code }),
  }))
}
