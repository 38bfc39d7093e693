import type { Labels } from '@kontor/contract/lib/resources/labels'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { type Locale, locales } from '@kontor/contract/lib/text/locales'
import { useCallback, useMemo } from 'react'
import { type Messages, useTranslations } from 'use-intl'
import { useLanguage } from './i18n.tsx'

type Features = Messages['features']
/** A feature, by its key in the texts under `features`. */
export type Feature = keyof Features

/** A feature with a form to add records. */
type FormFeature = { [R in Feature]: Features[R] extends { new: string } ? R : never }[Feature]

/** A list, by its key in the texts: under `features`, or under `lists` when it is read-only. */
export type ListName = `features.${Feature}` | `lists.${keyof Messages['lists']}`

/** Where the labels of a list, form or picker come from: the texts of a feature, or a generated resource. */
export type Subject = Feature | Resource
/** A subject with a form to add records. */
export type FormSubject = FormFeature | Resource

/** The name of a subject in paths, in stored keys and in the history. */
export const subjectName = (subject: Subject) => (typeof subject === 'string' ? subject : subject.name)

/** The plural forms of a word. */
type Plural = Labels['many']

/** The plural form for a count, with the count inserted: `4 države`. */
export function plural(forms: Plural, count: number, locale: Locale): string {
  const form = forms[rulesFor(locale).select(count) as keyof Plural] ?? forms.other
  return form.replace('#', numbersOf(locale).format(count))
}

const pluralRules = new Map<Locale, Intl.PluralRules>()
/** Created once per language, because it is slow to create. */
function rulesFor(locale: Locale) {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locales[locale])
  pluralRules.set(locale, rules)
  return rules
}
const numbersOf = (locale: Locale) => new Intl.NumberFormat(locales[locale])

/** The labels of a subject that take no count. `details` of a resource is its singular. */
type Word = Exclude<keyof Labels, 'one' | 'many' | 'counted'> | 'details'

/** The labels of a subject in the current language, and a function that formats a number of its records. */
export function useLabels(subject: Subject) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const label = useCallback(
    (word: Word) =>
      typeof subject === 'string'
        ? // Typed as a key of a feature with a form: other features have fewer labels and do not ask for them.
          t(`features.${subject}.${word}` as `features.${FormFeature}.add`)
        : subject.labels[locale][word === 'details' ? 'one' : word],
    [t, locale, subject],
  )
  const many = useCallback(
    (count: number) =>
      typeof subject === 'string'
        ? t(`features.${subject}.many`, { count })
        : plural(subject.labels[locale].many, count, locale),
    [t, locale, subject],
  )
  /** The labels of its active and inactive records. */
  const flag = useMemo(() => ({ yes: label('active'), no: label('inactive') }), [label])
  return { label, many, flag }
}
