import type { Locale } from '../text/locales.ts'

/** What people call a resource and its records in one language. */
export interface Labels {
  /** The screen and its menu entry: 'Države'. */
  title: string
  /** One record: 'Država'. */
  one: string
  add: string
  new: string
  edit: string
  /** `{count}` of them by the language's plural rules: `{ one: '# državu', few: '# države', other: '# država' }`. */
  many: Forms
  /** What deactivating one of them means. */
  hint: string
  empty: string
  empty_hint: string
  active: string
  inactive: string
  /** What the home tile counts: `{ one: 'aktivna država', … }`; without it there is no tile. */
  counted?: Forms
}
interface Forms {
  one: string
  few?: string
  other: string
}

/** Sentences of a resource that are not made from its noun. */
type Own = Partial<Pick<Labels, 'hint' | 'empty_hint'>>

/**
 * What a resource is called; all its words are made from it. In Montenegrin: whom one adds ('Dodaj državu') where that is
 * not `one` itself, two of them ('2 grada') where that is not `title`, and how many there are not ('Još nema država').
 */
export interface Noun {
  cnr: {
    gender: 'm' | 'f' | 'n'
    title: string
    one: string
    whom?: string
    two?: string
    none: string
  } & Own
  en: { title: string; one: string } & Own
  /** The home page counts the active ones. */
  counted?: true
}

const endings = {
  m: { new: 'Novi', first: 'prvi', active: 'ktivan', two: 'ktivna' },
  f: { new: 'Nova', first: 'prvu', active: 'ktivna', two: 'ktivne' },
  n: { new: 'Novo', first: 'prvo', active: 'ktivno', two: 'ktivna' },
} as const

/** A word inside of a sentence; what is written in capitals stays so: `VAT rate`. */
const inside = (word: string) =>
  /^\p{Lu}\p{Lu}/u.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)

/** All words of a resource, in both languages. */
export const labelsOf = ({ cnr, en, counted }: Noun): Record<Locale, Labels> => ({
  cnr: montenegrin(cnr, counted),
  en: english(en, counted),
})

function montenegrin({ gender, title, one, none, ...own }: Noun['cnr'], counted?: true): Labels {
  const { whom = inside(one), two = inside(title), ...labels } = own
  const ending = endings[gender]
  return {
    ...{ title, one, add: `Dodaj ${whom}`, new: `${ending.new} ${inside(one)}`, edit: `Uredi ${whom}` },
    many: { one: `# ${whom}`, few: `# ${two}`, other: `# ${none}` },
    hint: 'Više se neće nuditi u izboru.',
    empty: `Još nema ${none}`,
    empty_hint: `Dodajte ${ending.first} ili uvezite spisak iz Excela.`,
    ...{ active: `A${ending.active}`, inactive: `Nea${ending.active}` },
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
  const [name, names] = [inside(one), inside(title)]
  return {
    ...{ title, one, add: `Add ${name}`, new: `New ${name}`, edit: `Edit ${name}` },
    many: { one: `# ${name}`, other: `# ${names}` },
    hint: 'It will no longer be offered.',
    empty: `No ${names} yet`,
    empty_hint: 'Add the first one or import a list from Excel.',
    ...{ active: 'Active', inactive: 'Inactive' },
    ...(counted && { counted: { one: `active ${name}`, other: `active ${names}` } }),
    ...own,
  }
}
