import { cartList } from '../campaigns/cart.ts'
import { campaignPartnerList } from '../campaigns/partners.ts'
import { campaignProductList } from '../campaigns/products.ts'
import { campaignFields, campaignList } from '../campaigns.ts'
import { catalogueOrderList } from '../catalogueOrders.ts'
import { customerSupportList, supportTypes } from '../customerSupport.ts'
import { officeTime } from '../lib/fields/moments.ts'
import { booleanWords } from '../lib/imports/columns.ts'
import { keyed, keysOf } from '../lib/lists/keys.ts'
import { optionLabel } from '../lib/lists/list.ts'
import { formatDecimal, formatMoneyOrPercent } from '../lib/numbers/money-or-percent.ts'
import { columnsOf, ownColumns, storedColumns } from '../lib/resources/columns.ts'
import type { Resource } from '../lib/resources/resource.ts'
import { dayInDigits, type Locale, locales } from '../lib/text/locales.ts'
import { notificationFields } from '../notifications/form.ts'
import { notificationList } from '../notifications.ts'
import { plainFields } from '../partners/fields.ts'
import { partnerList } from '../partners.ts'
import { productFields, productList } from '../products.ts'
import { resources } from '../resources.ts'
import { sliderFields } from '../sliders/form.ts'
import { sliderOrderList } from '../sliders/orders.ts'
import { sliderList } from '../sliders.ts'
import { storeContactList, storeFields, storeList } from '../stores.ts'
import { supportList } from '../technicalSupport.ts'
import { accountTables } from './accounts.ts'
import {
  days,
  type Field,
  hidden,
  is,
  type Kind,
  kind,
  kindOf,
  nodeFields,
  ofCampaign,
  ofPartner,
  ofProduct,
  silent,
} from './kinds.ts'

const snake = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
// In the table a money-or-percent column is in snake case; the rows of an import use the name of the sheet.
const { id: _, ...partnerColumns } = partnerList.columns
const partnerFields = {
  ...Object.fromEntries(Object.entries(partnerColumns).map(([name, column]) => [snake(name), column])),
  ...partnerColumns,
}
/** The kind of a generated resource, from its declaration. The rows of an import use the names of the sheet. */
const resourceKind = (resource: Resource): Kind =>
  kindOf({ labels: resource.labels, columns: { ...columnsOf(resource.fields), ...storedColumns(resource) } })
const generated = keyed(keysOf(resources), (name) => resourceKind(resources[name]))
const picture = silent('Slika', 'Image')
const category = { categories: is('Kategorije', 'Categories') }

/** The audited tables: those for which a migration calls audit_table(). */
export const historyTables = {
  partners: kindOf(
    { ...partnerList, columns: partnerFields },
    { ...plainFields, ...category, viewed_as: is('Korisnik aplikacije', 'App user') },
  ),
  partner_notes: kind(
    'Bilješka o partneru',
    'Note on a partner',
    {},
    { note: is('Bilješka', 'Note'), ...ofPartner, user_id: hidden },
  ),
  products: kindOf(productList, {
    ...ownColumns(productFields),
    image: picture,
    catalogue: is('Katalog', 'Catalogue'),
  }),
  ...generated,
  stores: kindOf(storeList, ownColumns(storeFields)),
  store_contacts: kind('Kontakt prodavnice', 'Store contact', storeContactList.columns, {
    store_id: is('Prodavnica', 'Store'),
  }),
  ...accountTables,
  campaigns: kindOf(campaignList, {
    ...ownColumns(campaignFields),
    image: picture,
    ...category,
    is_shown: is('Partneri vide', 'Visible to partners'),
  }),
  campaign_partners: kind('Partner kampanje', 'Campaign partner', campaignPartnerList.columns, {
    ...ofCampaign,
    ...ofPartner,
  }),
  campaign_products: kind('Proizvod kampanje', 'Campaign product', campaignProductList.columns, {
    ...ofCampaign,
    ...ofProduct,
  }),
  campaign_cart_items: kindOf(cartList, {
    ...ofCampaign,
    ...ofPartner,
    ...ofProduct,
    user_id: hidden,
    is_delivered: {
      ...is('Isporuka', 'Delivery'),
      values: {
        true: { cnr: 'Isporučeno', en: 'Delivered' },
        false: { cnr: 'Neisporučeno', en: 'Undelivered' },
      },
    },
  }),
  sliders: kindOf(sliderList, {
    ...ownColumns(sliderFields),
    image: picture,
    wyswygimg: silent('Dodatna slika', 'Extra image'),
    ...category,
    state: { ...sliderList.columns.state, follows: 'is_visible' },
    page_content: silent('Sadržaj', 'Content'),
    ...ofProduct,
    available_dates: days('Datumi', 'Dates'),
    places: days('Broj mjesta', 'Places'),
    registrations: days('Prijava partnera', 'Partner sign-up'),
    is_push_due: is('Notifikacija na početku', 'Notification at the start'),
  }),
  slider_orders: kind('Narudžba iz promocije', 'Promotion order', sliderOrderList.columns, {
    slider_id: is('Slajder', 'Slider'),
    ...ofPartner,
    ...ofProduct,
    user_id: hidden,
  }),
  notifications: kind(
    'Push notifikacija',
    'Push notification',
    { ...notificationList.columns, ...ownColumns(notificationFields) },
    {
      ...category,
      send_by_category: is('Po kategorijama', 'By categories'),
      push_id: hidden,
      user_id: hidden,
      is_cancelled: hidden, // reported by its state
    },
  ),
  technical_support: kind('Tehnička podrška', 'Technical support', supportList.columns, {
    ...nodeFields,
    technical_support_id: is('Mjesto', 'Place'),
    file_name: is('Fajl', 'File'),
    file: hidden,
    file_type: hidden,
    file_size: hidden,
    file_at: hidden,
    file_user_id: hidden,
    is_file: hidden,
  }),
  catalogue: kind('Katalog', 'Catalogue', nodeFields, {
    catalogue_id: is('Mjesto', 'Place'),
    ...ofProduct,
  }),
  catalogue_orders: kind('Narudžba iz kataloga', 'Catalogue order', catalogueOrderList.columns, {
    ...ofPartner,
    ...ofProduct,
    user_id: hidden,
    basket: hidden,
    day: hidden,
    total: hidden,
    is_active: {
      ...is('Stanje', 'State'),
      values: { true: { cnr: 'aktivna', en: 'active' }, false: { cnr: 'neaktivna', en: 'inactive' } },
    },
  }),
  customer_support: kind('Poruka podršci', 'Support message', customerSupportList.columns, {
    type: { ...customerSupportList.columns.type_name, values: supportTypes },
    ...ofPartner,
    user_id: hidden,
    begun_by: hidden,
  }),
} as const satisfies Record<string, Kind>
export type HistoryTable = keyof typeof historyTables
export const historyTableNames = keysOf(historyTables)

/** The permission area whose `see` opens the history of a table, where it is not the area of the table's name. */
const permissionAreas: Partial<Record<HistoryTable, string>> = {
  campaign_partners: 'campaigns',
  campaign_products: 'campaigns',
  campaign_cart_items: 'cart',
  partner_notes: 'partners',
  store_contacts: 'stores',
  roles: 'users',
  settings: 'users',
  api_keys: 'users',
  customer_support: 'customerSupport',
  technical_support: 'technicalSupport',
  catalogue_orders: 'catalogueOrders',
  slider_orders: 'sliders',
}
export const permissionArea = (table: HistoryTable) => permissionAreas[table] ?? table
/** Tables whose rows are lines of another table's record: their entries have the record's id and are in its history. */
const lines: Partial<Record<HistoryTable, HistoryTable[]>> = {
  campaigns: ['campaign_partners', 'campaign_products', 'campaign_cart_items'],
  partners: ['catalogue_orders'],
  sliders: ['slider_orders'],
}
export const lineTables = (table: HistoryTable) => lines[table] ?? []
/** Tables of records that belong to a table's record, by the column `parent`: their entries are in its history, too. */
export const childTables: Partial<Record<HistoryTable, { table: HistoryTable; parent: string }[]>> = {
  stores: [{ table: 'store_contacts', parent: 'store_id' }],
}
/** Whether the entries of a table have the id of another table's record, with whose name their names begin. */
export const isLine = (table: HistoryTable) =>
  historyTableNames.some((owner) => lineTables(owner).includes(table))

/** A column's value; a reference is the name of its record. */
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

/** The label of a table's column. */
export const columnLabel = (name: HistoryTable, column: string, locale: Locale) =>
  columnOf(name, column)?.label[locale] ?? column

/** The changes of an entry that are reported. */
export const reportedChanges = (name: HistoryTable, all: readonly HistoryChange[]) =>
  all.filter(({ column }) => {
    const { hidden: isHidden, follows } = columnOf(name, column) ?? {}
    return !isHidden && !all.some((other) => other.column === follows)
  })

/** False for secrets and pictures, of which only the fact of a change is reported. */
export const hasVisibleValue = (name: HistoryTable, column: string) => !columnOf(name, column)?.silent

/** A value as displayed text; empty for null. */
export function historyText(name: HistoryTable, column: string, value: HistoryValue, locale: Locale): string {
  if (value === null) return ''
  const field = columnOf(name, column)
  if (Array.isArray(value))
    return value.map((one) => field?.values?.[one]?.[locale] ?? inDigits(field, one, locale)).join(', ')
  const word = field?.values?.[String(value)]?.[locale] ?? (field && optionLabel(field, value, locale))
  if (word !== undefined) return word
  if (typeof value === 'boolean') return booleanWords[locale][value ? 'yes' : 'no']
  if (field?.money) return formatMoneyOrPercent(String(value), locale)
  if (field?.percent) return `${formatDecimal(String(value), locales[locale], { min: 0 })}%`
  if (typeof value === 'number') return formatDecimal(String(value), locales[locale], { min: 0 })
  return inDigits(field, value, locale)
}

/** A text with its days in digits, or a timestamp (`filter` is `day`) as day and time in the office. */
function inDigits(field: Field | undefined, text: string, locale: Locale) {
  if (field?.day) return text.replaceAll(/\d{4}-\d\d-\d\d/g, (day) => dayInDigits(day, locale))
  if (field?.filter !== 'day') return text
  const [day = '', time] = officeTime(text).split('T')
  return `${dayInDigits(day, locale)} ${time}`
}

const words = { cnr: { empty: '–', changed: 'izmijenjeno' }, en: { empty: '–', changed: 'changed' } }

/** An entry's changes in a sentence: `Cijena: 10,00 € → 12,50 € · Lozinka: izmijenjeno`. */
export function changesInWords(name: HistoryTable, all: readonly HistoryChange[], locale: Locale) {
  const { empty, changed } = words[locale]
  return reportedChanges(name, all)
    .map(({ column, before, after }) => {
      const label = columnLabel(name, column, locale)
      if (!hasVisibleValue(name, column)) return `${label}: ${changed}`
      const [old, now] = [before, after].map((one) => historyText(name, column, one, locale) || empty)
      return before === null ? `${label}: ${now}` : `${label}: ${old} → ${now}`
    })
    .join(' · ')
}
