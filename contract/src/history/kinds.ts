import type { Column } from '../lib/lists/list.ts'
import type { RecordList } from '../lib/lists/record-list.ts'
import type { LocalizedText } from '../lib/text/locales.ts'

export interface Field extends Pick<Column, 'filter' | 'money' | 'percent' | 'day' | 'options'> {
  label: LocalizedText
  /** Labels of coded values. */
  values?: Record<string, LocalizedText>
  /** Only the fact of a change is reported, not the values. */
  silent?: true
  /** Never reported. */
  hidden?: true
  /** The column from which it is derived: where that is reported, this one is not. */
  follows?: string
}
/** The label of a table's records, and its columns. */
export interface Kind {
  label: LocalizedText
  fields: Record<string, Field>
}

export const is = (cnr: string, en: string): Field => ({ label: { cnr, en } })
export const ofPartner = { partner_id: is('Partner', 'Partner') }
export const ofProduct = { product_id: is('Proizvod', 'Product') }
export const ofCampaign = { campaign_id: is('Kampanja', 'Campaign') }
/** A field whose texts contain days, such as `2099-05-04: 12`. */
export const days = (cnr: string, en: string): Field => ({ ...is(cnr, en), day: true })
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
/** A kind with the noun and the columns of a list. */
export const kindOf = (
  { labels, columns }: Pick<RecordList, 'labels' | 'columns'>,
  more: Record<string, Field> = {},
) => kind(labels.cnr.one, labels.en.one, columns, more)
export const hidden: Field = { ...is('', ''), hidden: true }

/** The columns of every tree's nodes; other tree columns are set by triggers. */
export const nodeFields: Record<string, Field> = {
  name: is('Naziv', 'Name'),
  description: is('Opis', 'Description'),
  categories: is('Kategorije partnera', 'Partner categories'),
  deleted_at: hidden,
  is_item: hidden,
  is_visible: {
    ...is('Prikaz', 'Shown'),
    values: { true: { cnr: 'vidljivo', en: 'visible' }, false: { cnr: 'skriveno', en: 'hidden' } },
  },
  is_active: {
    ...is('Stanje', 'State'),
    values: { true: { cnr: 'postoji', en: 'exists' }, false: { cnr: 'obrisano', en: 'deleted' } },
  },
}
