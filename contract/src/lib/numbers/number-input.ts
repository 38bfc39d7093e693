import { eachNumber, type FilterKind } from '../lists/filter.ts'
import { keysOf } from '../lists/keys.ts'
import { fold } from '../text/fold.ts'
import { decimalMarks, type Locale, locales } from '../text/locales.ts'
import { parseDecimal, readTyped } from './decimal.ts'
import { formatDecimal, moneyOrPercentText } from './money-or-percent.ts'

/** Whether a number is too long for its field is for the field's rule to say. */
const WITHOUT_LIMITS = { digits: 40, scale: 40 }

/**
 * What is sent for a number that was typed in a language: `1.250` is `1250` in Montenegrin and `1.25` in English,
 * `7,5 %` is `7.5%`. What is no number is sent as it was typed, and refused for that.
 */
export function sentNumber(typed: string, locale: Locale): string {
  const parsed = readTyped(typed, decimalMarks[locale], WITHOUT_LIMITS)
  return 'problem' in parsed ? typed : moneyOrPercentText(parsed)
}

/** The way back: a number that was sent as one types it in a language, so that it is read as the same again. */
export function typedNumber(sent: string, locale: Locale, { min = 0, group = true } = {}): string {
  const parsed = parseDecimal(sent, WITHOUT_LIMITS)
  if ('problem' in parsed) return sent
  const { value, percent } = parsed
  return moneyOrPercentText({
    value: formatDecimal(value, locales[locale], { min: percent ? 0 : min, max: 20, group }),
    percent,
  })
}

/** The days that a filter calls by a word, which is known by its first letter: `d` is `danas`, and today. */
const days = {
  today: { cnr: 'danas', en: 'today' },
  yesterday: { cnr: 'juče', en: 'yesterday' },
} as const satisfies Record<string, Record<Locale, string>>

const eachWord = (text: string, write: (word: string) => string) => text.replace(/\p{L}+/gu, write)
const dayOf = (word: string) =>
  keysOf(days).find((day) => Object.values(days[day]).some((name) => fold(name).startsWith(fold(word))))

/**
 * What a filter is sent as, and what an address holds: `>1.250,5` of a Montenegrin column of numbers is `>1250.5`, and
 * `danas` of days is `today`.
 */
export function sentFilter(kind: FilterKind, typed: string, locale: Locale) {
  if (kind === 'day') return eachWord(typed, (word) => dayOf(word) ?? word)
  return kind === 'number' ? eachNumber(typed, (number) => sentNumber(number, locale)) : typed
}

/** The way back. Without thousands, for codes are filtered as well, and `1250,5` has one meaning in any language. */
export function typedFilter(kind: FilterKind, sent: string, locale: Locale) {
  if (kind === 'day')
    return eachWord(sent, (word) => (word === 'today' || word === 'yesterday' ? days[word][locale] : word))
  return kind === 'number'
    ? eachNumber(sent, (number) => typedNumber(number, locale, { group: false }))
    : sent
}
