import type { Gender } from '../lists/list.ts'
import type { Locale } from '../text/locales.ts'

/** The labels of a resource and its records in one language. */
export interface Labels {
  /** The screen and its menu entry: 'Države'. */
  title: string
  /** One record: 'Država'. */
  one: string
  add: string
  new: string
  edit: string
  /** `{count}` records by the language's plural rules: `{ one: '# državu', few: '# države', other: '# država' }`. */
  many: Forms
  /** The effect of deactivating a record. */
  hint: string
  empty: string
  empty_hint: string
  active: string
  inactive: string
  /** The label of the home tile: `{ one: 'aktivna država', … }`; without it there is no tile. */
  counted?: Forms
}
interface Forms {
  one: string
  few?: string
  other: string
}

/** Labels that are not derived from the noun. */
type Own = Partial<Pick<Labels, 'hint' | 'empty_hint'>>

/**
 * The noun of a resource, from which its labels are derived. In Montenegrin with its case forms: `whom`, the accusative
 * ('Dodaj državu') where it differs from `one`; `two`, the paucal ('2 grada') where it differs from `title`; `none`,
 * the genitive plural ('Još nema država').
 */
export interface Noun {
  cnr: {
    gender: Gender
    title: string
    one: string
    whom?: string
    two?: string
    none: string
  } & Own
  en: { title: string; one: string } & Own
  /** Whether the home page counts the active records. */
  counted?: true
}

const endings = {
  m: { new: 'Novi', first: 'prvi', active: 'ktivan', two: 'ktivna' },
  f: { new: 'Nova', first: 'prvu', active: 'ktivna', two: 'ktivne' },
  n: { new: 'Novo', first: 'prvo', active: 'ktivno', two: 'ktivna' },
} as const

/** A word inside a sentence; an abbreviation stays in capitals: `VAT rate`. */
export const inside = (word: string) =>
  /^\p{Lu}\p{Lu}/u.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)

/** All labels of a resource, in both languages. */
export const labelsOf = ({ cnr, en, counted }: Noun): Record<Locale, Labels> => ({
  cnr: montenegrin(cnr, counted),
  en: english(en, counted),
})

function montenegrin({ gender, title, one, none, ...own }: Noun['cnr'], counted?: true): Labels {
  const { whom = inside(one), two = inside(title), ...labels } = own
  const ending = endings[gender]
  return {
    title,
    one,
    add: `Dodaj ${whom}`,
    new: `${ending.new} ${inside(one)}`,
    edit: `Uredi ${whom}`,
    many: { one: `# ${whom}`, few: `# ${two}`, other: `# ${none}` },
    hint: 'Više se neće nuditi u izboru.',
    empty: `Još nema ${none}`,
    empty_hint: `Dodajte ${ending.first} ili uvezite spisak iz Excela.`,
    active: `A${ending.active}`,
    inactive: `Nea${ending.active}`,
    ...(counted && {
      counted: {
        one: `a${ending.active} ${inside(one)}`,
        few: `a${ending.two} ${two}`,
        other: `aktivnih ${none}`,
      },
    }),
    ...labels,
  }
}

function english({ title, one, ...own }: Noun['en'], counted?: true): Labels {
  const name = inside(one)
  const names = inside(title)
  return {
    title,
    one,
    add: `Add ${name}`,
    new: `New ${name}`,
    edit: `Edit ${name}`,
    many: { one: `# ${name}`, other: `# ${names}` },
    hint: 'No longer offered as a choice.',
    empty: `No ${names} yet`,
    empty_hint: 'Add the first one or import a list from Excel.',
    active: 'Active',
    inactive: 'Inactive',
    ...(counted && { counted: { one: `active ${name}`, other: `active ${names}` } }),
    ...own,
  }
}
