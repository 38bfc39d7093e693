import { customerSupportList, supportTypes } from '../customerSupport.ts'
import { roleLabels } from '../kit/api/about.ts'
import { dayInDigits, type Locale, locales } from '../kit/api/locales.ts'
import { booleanWords } from '../kit/imports/sheet.ts'
import { keyed, keysOf } from '../kit/list/keyed.ts'
import { type Column, optionLabel } from '../kit/list/list.ts'
import { formatDecimal, formatFigure } from '../kit/numbers/figure.ts'
import { storedColumns } from '../kit/resource/columns.ts'
import type { Resource } from '../kit/resource/resource.ts'
import { notificationList } from '../notifications.ts'
import { partnerList } from '../partners.ts'
import { productList } from '../products.ts'
import { resources } from '../resources.ts'
import { rightLabels } from '../rights.ts'
import { sliderTypes } from '../sliders/kinds.ts'
import { sliderList } from '../sliders.ts'
import { storeContactList, storeList } from '../stores.ts'
import { userList } from '../users.ts'

type Label = Record<Locale, string>
interface Field extends Pick<Column, 'money' | 'day' | 'options'> {
  label: Label
  /** What stands for a value that is a code. */
  values?: Record<string, Label>
  /** Its values tell nobody anything: only that it changed is said. */
  silent?: true
  /** Of no interest to people. */
  hidden?: true
}
/** What records of a table are called, and their columns. */
interface Kind {
  label: Label
  fields: Record<string, Field>
}

const is = (cnr: string, en: string): Field => ({ label: { cnr, en } })
const silent = (cnr: string, en: string): Field => ({ label: { cnr, en }, silent: true })
const kind = (
  cnr: string,
  en: string,
  columns: Record<string, Column>,
  more: Record<string, Field> = {},
) => ({
  label: { cnr, en },
  fields: { ...columns, ...more },
})

const snake = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
// In the table a figure's column is in snake case; the rows of an import have it as the sheet does.
const { id: _, ...partnerColumns } = partnerList.columns
const partnerFields = {
  ...Object.fromEntries(Object.entries(partnerColumns).map(([name, column]) => [snake(name), column])),
  ...partnerColumns,
}
const sliderTypeLabels = Object.fromEntries(
  Object.entries(sliderTypes).map(([type, { label }]) => [type, label]),
)
const supportTypeLabels = Object.fromEntries(
  Object.entries(supportTypes).map(([type, name]) => [type, { cnr: name, en: name }]),
)
/** A plain resource is told by its declaration. */
const plainKind = (resource: Resource): Kind => ({
  label: { cnr: resource.words.cnr.one, en: resource.words.en.one },
  fields: storedColumns(resource),
})
const plain = keyed(keysOf(resources), (name) => plainKind(resources[name]))
const hidden: Field = { ...is('', ''), hidden: true }
const picture = silent('Slika', 'Picture')
const category = { categories: is('Kategorije', 'Categories') }

/** Every table whose changes are kept, as its migration says with keep_history(). */
export const historyTables = {
  partners: kind('Partner', 'Partner', partnerFields, { city_id: is('Grad', 'City'), ...category }),
  products: kind('Proizvod', 'Product', productList.columns, { image: picture }),
  ...plain,
  stores: kind('Prodavnica', 'Store', storeList.columns, { city_id: is('Grad', 'City') }),
  store_contacts: kind('Telefon prodavnice', 'Store telephone', storeContactList.columns, {
    store_id: is('Prodavnica', 'Store'),
  }),
  users: kind('Korisnik', 'User', userList.columns, {
    password: silent('Lozinka', 'Password'),
    role: { label: { cnr: 'Uloga', en: 'Role' }, values: roleLabels },
    partner_id: is('Partner', 'Partner'),
  }),
  roles: kind(
    'Uloga',
    'Role',
    {},
    {
      ...{ role: hidden, name: hidden },
      given: { ...is('Dato', 'Given'), values: rightLabels },
      taken: { ...is('Oduzeto', 'Taken away'), values: rightLabels },
    },
  ),
  sliders: kind('Slajder', 'Slider', sliderList.columns, {
    ...{ image: picture, wyswygimg: silent('Dodatna slika', 'Extra picture'), ...category },
    type: { ...sliderList.columns.type, values: sliderTypeLabels },
    page_content: silent('Sadržaj', 'Content'),
    notification_text: is('Tekst notifikacije', 'Notification text'),
    url: is('Adresa', 'Address'),
    welcome_message: is('Poruka dobrodošlice', 'Welcome message'),
    product_id: is('Proizvod', 'Product'),
    available_dates: is('Datumi', 'Dates'),
  }),
  notifications: kind('Push notifikacija', 'Push notification', notificationList.columns, {
    ...category,
    send_by_category: is('Po kategorijama', 'By categories'),
    push_id: hidden,
    user_id: hidden,
  }),
  customer_support: kind('Poruka podršci', 'Support message', customerSupportList.columns, {
    type: { ...customerSupportList.columns.type_name, values: supportTypeLabels },
    partner_id: is('Partner', 'Partner'),
    user_id: hidden,
  }),
} as const satisfies Record<string, Kind>
export type HistoryTable = keyof typeof historyTables
export const historyTableNames = keysOf(historyTables)

/** Whose right to see opens the history of a table: the area's of its name, but for these. */
const areas: Partial<Record<HistoryTable, string>> = {
  ...{ store_contacts: 'stores', roles: 'users', customer_support: 'customerSupport' },
}
export const areaOf = (table: HistoryTable) => areas[table] ?? table
/** What stood in a column; what refers to a record is that record's name. */
type HistoryValue = string | number | boolean | string[] | null
export interface HistoryChange {
  column: string
  before: HistoryValue
  after: HistoryValue
}

const counts: Record<string, Field> = {
  created: is('Novih', 'New'),
  updated: is('Izmijenjenih', 'Changed'),
}
const columnOf = (name: HistoryTable, column: string): Field | undefined => {
  const fields: Record<string, Field> = historyTables[name].fields
  return fields[column] ?? counts[column]
}

/** What people call a column of a table. */
export const columnLabel = (name: HistoryTable, column: string, locale: Locale) =>
  columnOf(name, column)?.label[locale] ?? column

/** What people care to know of an entry's changes. */
export const toldChanges = (name: HistoryTable, all: readonly HistoryChange[]) =>
  all.filter(({ column }) => !columnOf(name, column)?.hidden)

/** False for secrets and pictures: that they changed is all there is to say. */
export const isTold = (name: HistoryTable, column: string) => !columnOf(name, column)?.silent

/** A value as people read it; an empty text for none. */
export function historyText(name: HistoryTable, column: string, value: HistoryValue, locale: Locale): string {
  if (value === null) return ''
  const field = columnOf(name, column)
  if (Array.isArray(value)) return value.map((one) => field?.values?.[one]?.[locale] ?? one).join(', ')
  const word = field?.values?.[String(value)]?.[locale] ?? (field && optionLabel(field, value, locale))
  if (word !== undefined) return word
  if (typeof value === 'boolean') return booleanWords[locale][value ? 'yes' : 'no']
  if (field?.money) return formatFigure(String(value), locale)
  if (typeof value === 'number') return formatDecimal(String(value), locales[locale], { min: 0 })
  return field?.day ? dayInDigits(value, locale) : value
}

const words = { cnr: { empty: '–', changed: 'promijenjeno' }, en: { empty: '–', changed: 'changed' } }

/** An entry's changes in a sentence: `Cijena: 10,00 € → 12,50 € · Lozinka: promijenjeno`. */
export function changesInWords(name: HistoryTable, all: readonly HistoryChange[], locale: Locale) {
  const { empty, changed } = words[locale]
  return toldChanges(name, all)
    .map(({ column, before, after }) => {
      const label = columnLabel(name, column, locale)
      if (!isTold(name, column)) return `${label}: ${changed}`
      const [old, now] = [before, after].map((one) => historyText(name, column, one, locale) || empty)
      return before === null ? `${label}: ${now}` : `${label}: ${old} → ${now}`
    })
    .join(' · ')
}
