import type { Translation } from '../../lib/i18n/language.ts'
import type { catalogue as cnr } from '../cnr/catalogue.ts'

export const catalogue: Translation<typeof cnr> = {
  features: {
    catalogue: {
      title: 'Catalogue',
      add: 'Add a category',
      new: 'New category',
      edit: 'Edit the category',
      details: 'Category of the catalogue',
      many: '{count, plural, one {# category} other {# categories}}',
      hint: 'Partners will no longer see it.',
      empty: 'The catalogue is empty',
      empty_hint: 'Add a category, then the products in it that partners can order.',
      active: 'Visible',
      inactive: 'Hidden',
    },
  },
  catalogue: {
    counts:
      '{folders, plural, one {# category} other {# categories}}, {items, plural, one {# product} other {# products}}{hidden, plural, =0 {} other {, # hidden}}',
    search: 'Search the catalogue',
    orders: 'Catalogue orders',
    pdf: 'The whole catalogue with pictures (PDF)',
    xlsx: 'The whole catalogue (.xlsx)',
    pdf_of: 'Download with pictures (PDF)',
    xlsx_of: 'Download Excel',
    add_in: 'Add a subcategory',
    place: 'Place in the catalogue',
    place_choose: 'Choose',
    choose: 'Add products',
    choose_title: 'Add products to “{name}”',
    add_all: '{count, plural, one {Add the # found} other {Add all # found}}',
    add_all_title: '{count, plural, one {Add # product to “{name}”?} other {Add # products to “{name}”?}}',
    add_all_text: 'All active products that the filters find are added. Those already in the category stay.',
    add_all_do: 'Add all',
    attached:
      '{added, plural, =0 {All of them are in “{name}” already} one {# product was added to “{name}”} other {# products were added to “{name}”}}{already, plural, =0 {} other {{added, plural, =0 {} other {, # there already}}}}',
    edit: 'Edit the product',
    open: 'Open the product',
    products: '{count, plural, one {# product} other {# products}}',
    count: '{count, number}',
    pieces: '{count, number} pcs',
    available: '{count, number} available · ',
    inactive: 'Inactive product',
    not_at_top: 'A product must be in a category.',
    categories_help: 'Without a category all partners see it.',
  },
}
