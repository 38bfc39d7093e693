import { eachNumber, type FilterKind } from '../lists/filter.ts'
import { keysOf } from '../lists/keys.ts'
import { fold } from '../text/fold.ts'
import { decimalMarks, type Locale, type LocalizedText, locales } from '../text/locales.ts'
import { parseDecimal, readTyped } from './decimal.ts'
import { formatDecimal, moneyOrPercentText } from './money-or-percent.ts'

/** The field's rule checks the length of a number. */
const WITHOUT_LIMITS = { digits: 40, scale: 40 }

/**
 * The canonical form of a number that was typed in a locale: `1.250` is `1250` in Montenegrin and `1.25` in English,
 * `7,5 %` is `7.5%`. An invalid number is returned unchanged, to be rejected by the rule.
 */
export function sentNumber(typed: string, locale: Locale): string {
  const parsed = readTyped(typed, decimalMarks[locale], WITHOUT_LIMITS)
  return 'problem' in parsed ? typed : moneyOrPercentText(parsed)
}

/** The inverse: a canonical number as it is typed in a locale. */
export function typedNumber(sent: string, locale: Locale, { min = 0, group = true } = {}): string {
  const parsed = parseDecimal(sent, WITHOUT_LIMITS)
  if ('problem' in parsed) return sent
  const { value, percent } = parsed
  return moneyOrPercentText({
    value: formatDecimal(value, locales[locale], { min: percent ? 0 : min, max: 20, group }),
    percent,
  })
}

/** The words for days in filters, which are recognised by their first letter: `d` is `danas`, today. */
const days = {
  today: { cnr: 'danas', en: 'today' },
  yesterday: { cnr: 'juče', en: 'yesterday' },
} as const satisfies Record<string, LocalizedText>

const eachWord = (text: string, write: (word: string) => string) => text.replace(/\p{L}+/gu, write)
const dayOf = (word: string) =>
  keysOf(days).find((day) => Object.values(days[day]).some((name) => fold(name).startsWith(fold(word))))

/**
 * The canonical form of a filter, also in URLs: `>1.250,5` of a number column in Montenegrin is `>1250.5`, and `danas`
 * of a day column is `today`.
 */
export function sentFilter(kind: FilterKind, typed: string, locale: Locale) {
  if (kind === 'day') return eachWord(typed.replaceAll('/', '.'), (word) => dayOf(word) ?? word)
  return kind === 'number' ? eachNumber(typed, (number) => sentNumber(number, locale)) : typed
}

/** The inverse, without grouping, because codes are filtered as well and `1250,5` is unambiguous in any locale. */
export function typedFilter(kind: FilterKind, sent: string, locale: Locale) {
  if (kind === 'day')
    return eachWord(sent, (word) => (word === 'today' || word === 'yesterday' ? days[word][locale] : word))
  return kind === 'number'
    ? eachNumber(sent, (number) => typedNumber(number, locale, { group: false }))
    : sent
}
