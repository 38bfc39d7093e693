import * as z from 'zod/mini'
import { imageFile, imageParams } from './kit/api/pictures.ts'
import { route } from './kit/api/route.ts'
import {
  idParams,
  integerText,
  MAX_ID,
  optionalText,
  recordShape,
  text,
  toggleBody,
  toggleReply,
  versionText,
} from './kit/fields/fields.ts'
import { importCalls, importResult, importSummary, importUpload } from './kit/imports/imports.ts'
import { sheet } from './kit/imports/sheet.ts'
import { commonColumns, list, listBody, listQuery, paged } from './kit/list/list.ts'
import { decimal } from './kit/numbers/decimal-field.ts'
import { legacyPage } from './products/legacy.ts'

export const product = z.object({
  ...recordShape,
  erp_code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Exact decimal in euros. */
  price: z.string(),
  quantity: z.int(),
  /** File name under /api/images/products. */
  image: z.nullable(z.string()),
})
export type Product = z.infer<typeof product>

export const productFields = {
  erp_code: text({ min: 1, max: 64 }),
  name: text({ min: 2, max: 255, short: 'validation.product_name' }),
  // Browsers send the lines of a form with CRLF, workbooks keep LF: stored as LF, an export comes back unchanged.
  description: z.pipe(
    optionalText(4000),
    z.transform((text) => text?.replace(/\r\n?/g, '\n') ?? null),
  ),
  price: decimal({ above: 0, message: 'validation.valid_price' }),
  quantity: integerText(0, 'validation.valid_quantity'),
}

export const productList = list({
  columns: {
    updated_at: commonColumns.updated_at,
    erp_code: { label: { cnr: 'Šifra', en: 'Code' }, filter: 'text' },
    name: commonColumns.name,
    description: { label: { cnr: 'Opis', en: 'Description' }, filter: 'text' },
    price: { label: { cnr: 'Cijena', en: 'Price' }, filter: 'number', money: true },
    quantity: { label: { cnr: 'Količina', en: 'Quantity' }, filter: 'number' },
    is_active: commonColumns.is_active,
  },
  search: ['erp_code', 'name', 'description'],
  sort: { by: 'updated_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

const codeWords = ['Kataloški broj', 'Kat. broj', 'SKU', 'Item code', 'Product code', 'Part number']
const priceWords = ['Veleprodajna cijena', 'Maloprodajna cijena', 'Unit price']

/** The Excel layout of import and export. A sheet without a name column only changes products that exist. */
export const productSheet = sheet({
  erp_code: {
    header: { cnr: 'Šifra', en: 'Code' },
    also: [
      'ERP šifra',
      'ERP code',
      'Šifra artikla',
      'Šifra art.',
      'Šifra proizvoda',
      'Šifra robe',
      ...codeWords,
    ],
    kind: 'text',
    required: true,
    filled: true,
    check: productFields.erp_code,
  },
  name: {
    header: { cnr: 'Naziv', en: 'Name' },
    also: ['Naziv artikla', 'Naziv proizvoda', 'Naziv robe', 'Product name'],
    kind: 'text',
    filled: true,
    check: productFields.name,
    width: 48,
  },
  description: {
    header: { cnr: 'Opis', en: 'Description' },
    kind: 'text',
    check: text({ max: 4000 }),
    width: 32,
  },
  price: {
    header: { cnr: 'Cijena', en: 'Price' },
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
    kind: 'decimal',
    // May be empty: a product that was created without a price has none in the export either.
    check: productFields.price,
  },
  quantity: {
    header: { cnr: 'Količina', en: 'Quantity' },
    also: ['Kol.', 'Stanje', 'Zaliha', 'Zalihe', 'Lager', 'Stanje na lageru', 'Stock', 'Qty'],
    kind: 'integer',
    filled: true,
    check: z
      .int()
      .check(z.minimum(0, 'validation.valid_quantity'), z.maximum(MAX_ID, 'validation.valid_quantity')),
  },
  is_active: { header: { cnr: 'Aktivan', en: 'Active' }, kind: 'boolean', filled: true },
})

const see = { audience: 'staff', needs: 'products.see' } as const
const change = { audience: 'staff', needs: 'products.change' } as const
const activePage = {
  path: '/api/products/pagination/active',
  audience: 'staff',
  needs: ['products.see', 'sliders.change'],
  reply: paged(product),
} as const

export const products = {
  index: route({
    ...{ method: 'POST', path: '/api/products/index' },
    ...see,
    summary: 'A page of products, or a file of them',
    body: listBody(productList),
    reply: paged(product),
  }),
  all: route({
    ...{ method: 'GET', path: '/api/products' },
    ...see,
    summary: 'All products',
    reply: z.array(product),
  }),
  activePagePost: route({
    ...activePage,
    method: 'POST',
    summary: 'The same with a body',
    body: listBody(productList),
  }),
  activePage: route({ ...activePage, ...legacyPage, query: listQuery(productList) }),
  one: route({
    ...{ method: 'GET', path: '/api/products/:id' },
    ...see,
    summary: 'One product',
    params: idParams,
    reply: product,
  }),
  create: route({
    ...{ method: 'POST', path: '/api/products/store' },
    ...change,
    summary: 'Adds a product',
    form: z.strictObject(productFields),
    files: { image: { ...imageFile, required: true } },
    reply: product,
    creates: true,
  }),
  update: route({
    method: 'POST',
    path: '/api/products/update/:id',
    ...change,
    summary: 'Changes a product; without a picture the old one stays',
    params: idParams,
    form: z.strictObject({ ...productFields, version: versionText }),
    files: { image: { ...imageFile, required: false } },
    reply: product,
  }),
  toggle: route({
    method: 'DELETE',
    path: '/api/products/delete/:id',
    aliases: ['/api/products/:id'],
    ...change,
    summary: 'Deactivates or reactivates a product',
    params: idParams,
    body: toggleBody,
    reply: toggleReply,
  }),
  picture: route({
    method: 'GET',
    path: '/api/images/products/:image',
    audience: 'public',
    summary: 'A product’s picture',
    params: imageParams,
    reply: 'file',
  }),
  excel: route({
    method: 'GET',
    path: '/api/getProductsExcel',
    ...{ audience: 'staff', needs: 'products.export' },
    summary: 'All products as proizvodi.xlsx',
    reply: 'file',
  }),
  import: route({
    ...importUpload(productSheet),
    method: 'POST',
    path: '/api/saveQuantityPriceProductsExcel',
    ...{ audience: 'staff', needs: 'products.import' },
    summary: importSummary('products'),
    reply: importResult,
  }),
  ...importCalls('products'),
}
