import type { Gender } from '../lists/list.ts'
import type { Locale, LocalizedText } from '../text/locales.ts'

/** The labels of a resource and its records in one language. */
export interface Labels {
  /** The screen and its menu entry: 'Države'. */
  title: string
  /** One record: 'Država'. */
  one: string
  add: string
  new: string
  edit: string
  /** `{count}` records after a verb, by the language's plural rules: `{ one: '# državu', few: '# države', … }`. */
  many: Forms
  /** `{count}` records as a subject or after a colon: `{ one: '# država', … }`. */
  nominative: Forms
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

/** Labels that differ from the derived ones. */
type Own = Partial<
  Record<'add' | 'edit' | 'hint' | 'empty' | 'empty_hint' | 'active' | 'inactive', LocalizedText>
>

/**
 * The noun of records, from which their labels are derived. `few` and `other` are plural forms as the CLDR names them:
 * '2 grada', '5 država'. The accusative ('Dodaj državu') and `few` are given where they differ from `one` and `title`.
 * In English `inText` and `other` are given where a sentence needs another noun ('2 orders'). What is only read needs
 * no accusative and no `few`.
 */
export interface Noun extends Own {
  cnr: { gender: Gender; title: string; one: string; accusative?: string; few?: string; other: string }
  en: { title: string; one: string; inText?: string; other?: string }
  /** Whether the home page counts the active records. */
  counted?: true
}

const endings = {
  m: { new: 'Novi', first: 'prvi', active: 'ktivan', few: 'ktivna' },
  f: { new: 'Nova', first: 'prvu', active: 'ktivna', few: 'ktivne' },
  n: { new: 'Novo', first: 'prvo', active: 'ktivno', few: 'ktivna' },
} as const

/** A word inside a sentence; an abbreviation stays in capitals: `VAT rate`. */
export const inside = (word: string) =>
  /^\p{Lu}\p{Lu}/u.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)

/** All labels of a noun, in both languages. */
export const labelsOf = ({ cnr, en, counted, ...own }: Noun): Record<Locale, Labels> => ({
  cnr: { ...montenegrin(cnr, counted), ...inLanguage(own, 'cnr') },
  en: { ...english(en, counted), ...inLanguage(own, 'en') },
})

const inLanguage = (own: Own, locale: Locale): Partial<Labels> =>
  Object.fromEntries(Object.entries(own).map(([key, words]) => [key, words[locale]]))

function montenegrin({ gender, title, one, other, ...forms }: Noun['cnr'], counted?: true): Labels {
  const { accusative = inside(one), few = inside(title) } = forms
  const ending = endings[gender]
  const isPerson = gender === 'm' && accusative.endsWith('a')
  return {
    title,
    one,
    add: `Dodaj ${accusative}`,
    new: `${ending.new} ${inside(one)}`,
    edit: `Uredi ${accusative}`,
    many: { one: `# ${accusative}`, few: `# ${few}`, other: `# ${other}` },
    nominative: { one: `# ${inside(one)}`, few: `# ${few}`, other: `# ${other}` },
    hint: 'Više se neće nuditi u izboru.',
    empty: `Još nema ${other}`,
    empty_hint: `Dodajte ${isPerson ? 'prvog' : ending.first} ili uvezite spisak iz Excela.`,
    active: `A${ending.active}`,
    inactive: `Nea${ending.active}`,
    ...(counted && {
      counted: {
        one: `a${ending.active} ${inside(one)}`,
        few: `a${ending.few} ${few}`,
        other: `aktivnih ${other}`,
      },
    }),
  }
}

function english(
  { title, one, inText = inside(one), other = inside(title) }: Noun['en'],
  counted?: true,
): Labels {
  return {
    title,
    one,
    add: `Add ${inText}`,
    new: `New ${inside(one)}`,
    edit: `Edit ${inText}`,
    many: { one: `# ${inText}`, other: `# ${other}` },
    nominative: { one: `# ${inText}`, other: `# ${other}` },
    hint: 'No longer offered as a choice.',
    empty: `No ${other} yet`,
    empty_hint: 'Add the first one or import a list from Excel.',
    active: 'Active',
    inactive: 'Inactive',
    ...(counted && { counted: { one: `active ${inText}`, other: `active ${other}` } }),
  }
}
