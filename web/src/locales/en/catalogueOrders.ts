import type { Translation } from '../../lib/i18n/language.ts'
import type { catalogueOrders as cnr } from '../cnr/catalogueOrders.ts'

export const catalogueOrders: Translation<typeof cnr> = {
  features: {
    catalogueOrders: {
      title: 'Catalogue orders',
      details: 'Catalogue order',
      many: '{count, plural, one {# order} other {# orders}}',
      empty: 'No orders in this range',
      empty_hint: 'They appear here as soon as partners order from the catalogue.',
      hint: 'The order will be in no sum any more, and its pieces go back to the stock.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  catalogueOrders: {
    all: 'All',
    open_partner: 'Open the partner',
    measure: 'Measure',
    total: 'Amount',
    pieces: 'Pieces',
    total_by_day: 'Amount by day',
    total_by_month: 'Amount by month',
    total_by_year: 'Amount by year',
    pieces_by_day: 'Pieces by day',
    pieces_by_month: 'Pieces by month',
    pieces_by_year: 'Pieces by year',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    unit_total: '€',
    unit_pieces: 'pieces',
    thousands: 'in thousands of {units}',
    millions: 'in millions of {units}',
    today: 'today',
    orders_partners:
      '{orders, plural, one {# order} other {# orders}}, {partners, plural, one {# partner} other {# partners}}',
    out_of_stock: 'Ordered out of stock',
    orders_products:
      '{orders, plural, one {# order} other {# orders}}, {products, plural, one {# product} other {# products}}',
    inactive: 'Inactive',
    not_in_sum: '{sum}, in no sum',
    more: '{percent, number}% more than {range}',
    less: '{percent, number}% less than {range}',
    as_before: 'as much as {range}',
    before: '{range}: {sum}',
    before_nothing: '{range}: nothing',
    of_range: 'Total of {range}, {orders, plural, one {# order} other {# orders}}',
    without: 'without {count, number} inactive',
    without_stock: '{count, number} out of stock',
    missing:
      'The order is active again, but there is not enough in stock: {count, plural, one {# piece is missing.} other {# pieces are missing.}}',
    failed: 'The sums were not loaded.',
  },
}
