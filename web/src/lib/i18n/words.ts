import type { Labels } from '@kontor/contract/lib/resources/labels'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { type Locale, locales } from '@kontor/contract/lib/text/locales'
import { useCallback, useMemo } from 'react'
import { type Messages, useTranslations } from 'use-intl'
import { useLanguage } from './i18n.tsx'

type Features = Messages['features']
/** A feature by its key in `features`: title, texts of its buttons, words for its states. */
export type Feature = keyof Features

/** A feature whose records are added in a form. */
type FormFeature = { [R in Feature]: Features[R] extends { new: string } ? R : never }[Feature]

/** A list by its place in the texts: a feature's own, or one that is only read. */
export type ListName = `features.${Feature}` | `lists.${keyof Messages['lists']}`

/** The labels of a list, a form or a picker: those of a feature with texts of its own, or of a generated resource. */
export type Subject = Feature | Resource
/** The same where records are added in a form. */
export type FormSubject = FormFeature | Resource

/** What it is called in addresses, in what is remembered of it, and in the history. */
export const subjectName = (subject: Subject) => (typeof subject === 'string' ? subject : subject.name)

/** A word in as many forms as the language has. */
type Plural = Labels['many']

/** The form that goes with a count, with the count in its place: `4 države`. */
export function plural(forms: Plural, count: number, locale: Locale): string {
  const form = forms[rulesFor(locale).select(count) as keyof Plural] ?? forms.other
  return form.replace('#', numbersOf(locale).format(count))
}

const made = new Map<Locale, Intl.PluralRules>()
/** Made once: the browser takes its time. */
function rulesFor(locale: Locale) {
  const rules = made.get(locale) ?? new Intl.PluralRules(locales[locale])
  made.set(locale, rules)
  return rules
}
const numbersOf = (locale: Locale) => new Intl.NumberFormat(locales[locale])

/** The words of a subject that take no count; a record's details bear its own name. */
type Word = Exclude<keyof Labels, 'one' | 'many' | 'counted'> | 'details'

/** Says the words of a subject in the language on screen, and how many of its records there are. */
export function useLabels(subject: Subject) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const label = useCallback(
    (word: Word) =>
      typeof subject === 'string'
        ? t(`features.${subject}.${word}` as `features.${FormFeature}.add`) // what has no form is not asked for the words of one
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
  /** The words for its flags. */
  const flag = useMemo(() => ({ yes: label('active'), no: label('inactive') }), [label])
  return { label, many, flag }
}
