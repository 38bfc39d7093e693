import type { Locale } from './locales.ts'

/** What can be done in an area. `send` reaches partners, `administer` gives rights to others. */
const verbs = ['see', 'change', 'import', 'export', 'send', 'administer'] as const
export type Verb = (typeof verbs)[number]

export const verbLabels = {
  see: { cnr: 'Vidi', en: 'See' },
  change: { cnr: 'Mijenja', en: 'Change' },
  import: { cnr: 'Uvozi', en: 'Import' },
  export: { cnr: 'Izvozi', en: 'Export' },
  send: { cnr: 'Šalje', en: 'Send' },
  administer: { cnr: 'Upravlja', en: 'Administer' },
} as const satisfies Record<Verb, Record<Locale, string>>

/** Leave to do one thing in one area, e.g. `products.change`. Which areas there are is the features' to say. */
export type Right = `${string}.${Verb}`

/** What a call of the staff needs: a right, any one of several, or only that somebody has signed in. */
export type Needs = Right | readonly [Right, ...Right[]] | 'signed-in'

/** The rights that satisfy a call, each by itself; none for whoever has signed in. */
export const alternatives = (needs: Needs): readonly Right[] =>
  needs === 'signed-in' ? [] : typeof needs === 'string' ? [needs] : needs

/** Whether somebody with these rights may do what needs that. */
export const may = (rights: ReadonlySet<string>, needs: Needs) =>
  needs === 'signed-in' || alternatives(needs).some((right) => rights.has(right))

/** What a list call needs beside, when it asks for a file (`report_data`): the export of the area that it reads. */
export const neededForFile = (needs: Needs): Needs => {
  const [area] = alternatives(needs)[0]?.split('.') ?? []
  return area === undefined ? 'signed-in' : `${area}.export`
}
