import type { Translation } from '../../lib/i18n/language.ts'
import type { catalogueOrders as cnr } from '../cnr/catalogueOrders.ts'

export const catalogueOrders: Translation<typeof cnr> = {
  catalogueOrders: {
    all: 'All',
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
    out_of_stock: 'Ordered while out of stock',
    orders_products:
      '{orders, plural, one {# order} other {# orders}}, {products, plural, one {# product} other {# products}}',
    inactive: 'Inactive',
    not_in_sum: '{sum}, not in totals',
    more: '{percent, number}% more than {range}',
    less: '{percent, number}% less than {range}',
    as_before: 'same as {range}',
    before: '{range}: {sum}',
    before_nothing: '{range}: none',
    of_range: 'Total for {range}, {orders, plural, one {# order} other {# orders}}',
    without: 'excluding {count, number} inactive',
    without_stock: '{count, number} out of stock',
    missing:
      'The order is active again, but stock is short by {count, plural, one {# piece.} other {# pieces.}}',
    failed: 'Totals could not be loaded.',
  },
}
