import * as z from 'zod/mini'
import {
  flagText,
  idParams,
  recordShape,
  toggleBody,
  toggleResponse,
  version,
  versionText,
} from './lib/fields/fields.ts'
import { imageFile, imageParams } from './lib/http/files.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { sheet } from './lib/imports/columns.ts'
import { importResult, sheetRoutes } from './lib/imports/imports.ts'
import { syncCall } from './lib/imports/sync.ts'
import { commonColumns, listBody, listQuery, PAGE_OR_FILE, paged, pickBody } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import type { Fields } from './lib/resources/fields.ts'
import { sheetOf } from './lib/resources/import-columns.ts'
import { formRulesOf, rowShapeOf, rulesOf } from './lib/resources/rules.ts'

const codeWords = ['Kataloški broj', 'Kat. broj', 'SKU', 'Item code', 'Product code', 'Part number']
const priceWords = ['Veleprodajna cijena', 'Maloprodajna cijena', 'Unit price']

export const productFields = {
  erp_code: {
    kind: 'text',
    label: { cnr: 'Šifra', en: 'Code' },
    required: true,
    code: true,
    max: 64,
    searched: true,
    sheet: {
      names: true,
      also: [
        'ERP šifra',
        'ERP code',
        'Šifra artikla',
        'Šifra art.',
        'Šifra proizvoda',
        'Šifra robe',
        ...codeWords,
      ],
    },
  },
  name: {
    kind: 'text',
    label: commonColumns.name.label,
    required: true,
    min: 2,
    short: 'validation.product_name',
    searched: true,
    sheet: { also: ['Naziv artikla', 'Naziv proizvoda', 'Naziv robe', 'Product name'], width: 48 },
  },
  description: {
    kind: 'text',
    label: { cnr: 'Opis', en: 'Description' },
    max: 4000,
    lines: true,
    searched: true,
    sheet: { width: 32 },
  },
  price: {
    kind: 'money',
    label: { cnr: 'Cijena', en: 'Price' },
    required: true,
    above: 0,
    message: 'validation.valid_price',
    sheet: {
      also: [
        'Cena',
        'VPC',
        'MPC',
        'Cijena bez PDV',
        'Cijena bez PDV-a',
        'Cijena sa PDV',
        'Cijena sa PDV-om',
        ...priceWords,
      ],
    },
  },
  quantity: {
    kind: 'count',
    label: { cnr: 'Količina', en: 'Quantity' },
    required: true,
    message: 'validation.valid_quantity',
    sheet: { also: ['Kol.', 'Stanje', 'Zaliha', 'Zalihe', 'Lager', 'Stanje na lageru', 'Stock', 'Qty'] },
  },
} as const satisfies Fields

/** The price is an exact decimal in euros, 0 when an import has created the product without one. */
const product = z.object({
  ...recordShape,
  ...rowShapeOf(productFields),
  /** File name under /api/images/products. */
  image: z.nullable(z.string()),
})
export type Product = z.infer<typeof product>

export const productList = recordList({
  name: 'products',
  noun: {
    cnr: { gender: 'm', title: 'Proizvodi', one: 'Proizvod', few: 'proizvoda', other: 'proizvoda' },
    en: { title: 'Products', one: 'Product' },
    hint: {
      cnr: 'Partneri to više neće vidjeti u katalogu.',
      en: 'No longer visible to partners in the catalogue.',
    },
    empty_hint: {
      cnr: 'Dodajte prvi ili ih uvezite iz Excela.',
      en: 'Add the first one or import them from Excel.',
    },
  },
  columns: {
    updated_at: commonColumns.updated_at,
    ...columnsOf(productFields),
    is_active: commonColumns.is_active,
  },
  views: {
    out_of_stock: {
      label: { cnr: 'Bez zaliha', en: 'Out of stock' },
      filters: { quantity: '0', is_active: 'true' },
    },
  },
  search: searchedOf(productFields),
  sort: { by: 'updated_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

/** The Excel layout of import and export. A sheet without a name column only changes existing products. */
export const productSheet = sheet({
  ...sheetOf(productFields),
  is_active: { header: commonColumns.is_active.label, kind: 'boolean', filled: true },
})

const see = { audience: 'staff', permission: 'products.see' } as const
const change = { audience: 'staff', permission: 'products.change' } as const
const activePage = {
  path: '/api/products/pagination/active',
  audience: 'staff',
  permission: [
    'products.see',
    'sliders.change',
    'campaigns.change',
    'notifications.send',
    'catalogue.change',
  ],
  response: paged(product),
} as const

/** A product as JSON; its picture is not changed. */
export const productBody = z.strictObject({
  ...rulesOf(productFields),
  version,
  undo: z.optional(z.boolean()),
})
const update = route({
  method: 'POST',
  path: '/api/products/update/:id',
  ...change,
  summary: 'Update product',
  description: 'Without `image` the image stays.',
  params: idParams,
  // `undo` marks an undo: the former time of the quantity is restored, and orders since then reduce the stock
  // again.
  form: z.strictObject({ ...formRulesOf(productFields), version: versionText, undo: flagText }),
  files: { image: { ...imageFile, required: false, orNull: true } },
  response: product,
})

/** Old clients read a page of active products by GET, with all parameters in the query. */
const legacyPage = {
  method: 'GET',
  summary: 'Search active products (GET)',
  description: '`filters`, `options` and `report_data` are JSON in the query.',
} as const

const sheets = sheetRoutes('products', productSheet, importResult)
export const products = {
  index: route({
    method: 'POST',
    path: '/api/products/index',
    ...see,
    summary: 'Search products',
    description: PAGE_OR_FILE,
    body: listBody(productList),
    response: paged(product),
  }),
  all: route({
    method: 'GET',
    path: '/api/products',
    ...see,
    summary: 'List products',
    response: z.array(product),
  }),
  activePagePost: route({
    ...activePage,
    method: 'POST',
    summary: 'Search active products',
    body: pickBody(productList),
    bodyBytes: 1024 * 1024,
  }),
  activePage: route({ ...activePage, ...legacyPage, query: listQuery(productList) }),
  one: route({
    method: 'GET',
    path: '/api/products/:id',
    ...see,
    summary: 'Get product',
    params: idParams,
    response: product,
  }),
  create: route({
    method: 'POST',
    path: '/api/products/store',
    ...change,
    summary: 'Create product',
    form: z.strictObject(formRulesOf(productFields)),
    files: { image: { ...imageFile, required: true } },
    response: product,
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/products/:id', productBody),
  toggle: route({
    method: 'DELETE',
    path: '/api/products/delete/:id',
    aliases: ['/api/products/:id'],
    ...change,
    summary: 'Deactivate or restore product',
    params: idParams,
    body: toggleBody,
    response: toggleResponse,
  }),
  picture: route({
    method: 'GET',
    path: '/api/images/products/:image',
    audience: 'public',
    summary: 'Download product image',
    params: imageParams,
    response: 'file',
  }),
  ...sheets,
  excel: route({
    ...sheets.excel,
    path: '/api/getProductsExcel',
    summary: 'Export all products to Excel',
    description: 'Returns proizvodi.xlsx.',
  }),
  import: route({
    ...sheets.import,
    path: '/api/saveQuantityPriceProductsExcel',
    aliases: ['/api/products/import'],
  }),
  sync: syncCall('products', productSheet),
}
