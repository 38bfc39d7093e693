import type { Translation } from '../../lib/i18n/language.ts'
import type { catalogue as cnr } from '../cnr/catalogue.ts'

export const catalogue: Translation<typeof cnr> = {
  catalogue: {
    counts:
      '{folders, plural, one {# category} other {# categories}}, {items, plural, one {# product} other {# products}}{hidden, plural, =0 {} other {, # hidden}}',
    search: 'Search the catalogue',
    orders: 'Catalogue orders',
    pdf: 'Whole catalogue with images (PDF)',
    xlsx: 'Whole catalogue (.xlsx)',
    pdf_of: 'Download with images (PDF)',
    xlsx_of: 'Download Excel',
    add_in: 'Add subcategory',
    place: 'Place in the catalogue',
    place_choose: 'Choose',
    choose: 'Add products',
    choose_title: 'Add products to “{name}”',
    add_all: '{count, plural, one {Add # result} other {Add all # results}}',
    add_all_title: '{count, plural, one {Add # product to “{name}”?} other {Add # products to “{name}”?}}',
    add_all_text:
      'All active products that match the filters are added. Products already in the category stay.',
    add_all_do: 'Add all',
    attached:
      '{added, plural, =0 {All products are already in “{name}”} one {# product added to “{name}”} other {# products added to “{name}”}}{already, plural, =0 {} other {{added, plural, =0 {} other {, {already, number} already there}}}}',
    edit: 'Edit product',
    open: 'Open product',
    products: '{count, plural, one {# product} other {# products}}',
    count: '{count, number}',
    available: '{count, number} available · ',
    inactive: 'Inactive product',
    not_at_top: 'A product must be in a category.',
    categories_help: 'Without a category, all partners see it.',
  },
  validation: {
    catalogue_name: 'The category name needs at least 2 characters.',
    catalogue_root: 'A product must be in a category, not at the top of the catalogue.',
    catalogue_product: 'Edit products on the Products screen, not in the catalogue.',
    catalogue_taken: 'This product is already in that category.',
  },
}
