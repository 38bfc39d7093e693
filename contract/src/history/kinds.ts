import type { Column } from '../lib/lists/list.ts'
import type { Locale } from '../lib/text/locales.ts'

type Label = Record<Locale, string>
export interface Field extends Pick<Column, 'money' | 'percent' | 'day' | 'options'> {
  label: Label
  /** What stands for a value that is a code. */
  values?: Record<string, Label>
  /** Its values tell nobody anything: only that it changed is said. */
  silent?: true
  /** Of no interest to people. */
  hidden?: true
  /** The column that it follows from: where that one is told, it need not be. */
  follows?: string
}
/** What records of a table are called, and their columns. */
export interface Kind {
  label: Label
  fields: Record<string, Field>
}

export const is = (cnr: string, en: string): Field => ({ label: { cnr, en } })
export const silent = (cnr: string, en: string): Field => ({ label: { cnr, en }, silent: true })
export const kind = (
  cnr: string,
  en: string,
  columns: Record<string, Column>,
  more: Record<string, Field> = {},
) => ({
  label: { cnr, en },
  fields: { ...columns, ...more },
})
export const hidden: Field = { ...is('', ''), hidden: true }

/** What every tree's nodes have; the database keeps the rest of it. */
export const nodeFields: Record<string, Field> = {
  ...{ name: is('Naziv', 'Name'), description: is('Opis', 'Description') },
  ...{ categories: is('Kategorije partnera', 'Categories of partners'), deleted_at: hidden, is_item: hidden },
  is_visible: {
    ...is('Prikaz', 'Shown'),
    values: { true: { cnr: 'vidljivo', en: 'visible' }, false: { cnr: 'skriveno', en: 'hidden' } },
  },
  is_active: {
    ...is('Stanje', 'State'),
    values: { true: { cnr: 'postoji', en: 'there' }, false: { cnr: 'obrisano', en: 'deleted' } },
  },
}
