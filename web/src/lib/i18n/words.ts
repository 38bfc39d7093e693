import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import type { Labels } from '@kontor/contract/lib/resources/labels'
import { type Locale, locales } from '@kontor/contract/lib/text/locales'
import { useMemo } from 'react'
import { formatOf } from './format.ts'
import { useLanguage } from './i18n.tsx'

/** The plural forms of a word. */
type Plural = Labels['many']

/** The plural form for a count, with the count inserted: `4 države`. */
export function plural(forms: Plural, count: number, locale: Locale): string {
  const form = forms[rulesFor(locale).select(count) as keyof Plural] ?? forms.other
  return form.replace('#', formatOf(locale).integer(count))
}

const pluralRules = new Map<Locale, Intl.PluralRules>()
/** Created once per language, because it is slow to create. */
function rulesFor(locale: Locale) {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locales[locale])
  pluralRules.set(locale, rules)
  return rules
}

/** The labels of a list's records in the current language. */
export function useLabels({ labels }: Pick<RecordList, 'labels'>) {
  const { locale } = useLanguage()
  return useMemo(() => {
    const { many, nominative, active, inactive, empty, empty_hint, ...words } = labels[locale]
    return {
      ...words,
      /** A number of records after a verb: `21 državu`. */
      many: (count: number) => plural(many, count, locale),
      /** A number of records as a subject or after a colon: `21 država`. */
      nominative: (count: number) => plural(nominative, count, locale),
      /** Of its active and inactive records. */
      flag: { yes: active, no: inactive },
      /** While there are no records. */
      empty: { title: empty, text: empty_hint },
    }
  }, [labels, locale])
}
