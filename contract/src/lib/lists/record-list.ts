import { type Labels, labelsOf, type Noun } from '../resources/labels.ts'
import type { Locale } from '../text/locales.ts'
import { type Declared, type ListDefinition, list } from './list.ts'

/** A list of records that have a noun. */
export interface RecordList<C extends string = string> extends ListDefinition<C> {
  /** Of its records, in stored keys and in the history. */
  name: string
  labels: Readonly<Record<Locale, Labels>>
}

/** Declares a list of records with their noun, from which its labels and its gender are derived. */
export const recordList = <const C extends string>({
  name,
  noun,
  ...declared
}: Omit<Declared<C>, 'gender'> & { name: string; noun: Noun }): RecordList<C> => ({
  ...list<C>({ ...declared, gender: noun.cnr.gender }),
  name,
  labels: labelsOf(noun),
})
