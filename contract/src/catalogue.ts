import * as z from 'zod/mini'
import {
  id,
  idOrRecord,
  idParams,
  idText,
  many,
  moment,
  optionalLines,
  text,
  version,
} from './lib/fields/fields.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { listBody } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { nodeShape, treeActivate, treeCategories, treeRemove, treeRoutes } from './lib/resources/tree.ts'
import { productList } from './products.ts'

/** A product of the catalogue with its current values. */
const catalogueProduct = z.object({
  id: z.int(),
  erp_code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Euros. */
  price: z.string(),
  /** Pieces in stock, and those of them that are not ordered from the catalogue or in promotions. */
  quantity: z.int(),
  available: z.int(),
  /** File name under /api/images/products, and its URL. */
  image: z.nullable(z.string()),
  imagePath: z.nullable(z.string()),
  is_active: z.boolean(),
})
export type CatalogueProduct = z.infer<typeof catalogueProduct>

/** A category, or a product in one; a product's name and description are those of its record. */
const catalogueNode = z.object({
  ...nodeShape,
  catalogue_id: z.nullable(z.int()),
  product: z.nullable(catalogueProduct),
})
export type CatalogueNode = z.infer<typeof catalogueNode>

/** A {@link CatalogueNode} in the documents' form, with its children. */
interface CatalogueTree {
  id: number
  name: string
  description: string | null
  catalogue_id: number | null
  is_visible: boolean
  product: CatalogueProduct | null
  version: number
  updated_at: string
  /** Whether it has more children than the response. */
  has_children: boolean
  catalogue: CatalogueTree[]
}
const catalogueTree: z.ZodMiniType<CatalogueTree> = z.object({
  id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  catalogue_id: z.nullable(z.int()),
  is_visible: z.boolean(),
  product: z.nullable(catalogueProduct),
  version: z.int(),
  updated_at: moment,
  has_children: z.boolean(),
  get catalogue() {
    return z.array(catalogueTree)
  },
})

const wrongName = { min: 2, max: 255, short: 'validation.catalogue_name' } as const
const catalogueCreate = z.strictObject({
  name: text(wrongName),
  description: optionalLines(4000),
  categories: treeCategories,
  catalogue_id: z.optional(z.nullable(id)),
})
/** Omitted fields are not changed. */
export const catalogueBody = z.strictObject({
  name: z.optional(text(wrongName)),
  description: z.optional(
    z.pipe(
      z.nullable(text({ max: 4000, lines: true })),
      z.transform((typed) => typed || null),
    ),
  ),
  categories: treeCategories,
  version,
})

/** The labels of a node's fields. */
export const catalogueNodeList = recordList({
  name: 'catalogue',
  noun: {
    cnr: { gender: 'f', title: 'Katalog', one: 'Kategorija', accusative: 'kategoriju', other: 'kategorija' },
    en: { title: 'Catalogue', one: 'Category' },
    empty: { cnr: 'Katalog je prazan', en: 'The catalogue is empty' },
    empty_hint: {
      cnr: 'Dodajte kategoriju, pa u nju proizvode koje partneri mogu poručiti.',
      en: 'Add a category, then the products that partners can order.',
    },
  },
  columns: {
    name: { label: { cnr: 'Naziv', en: 'Name' } },
    description: { label: { cnr: 'Opis', en: 'Description' } },
    categories: { label: { cnr: 'Kategorije partnera', en: 'Partner categories' } },
    catalogue_id: { label: { cnr: 'Mjesto', en: 'Place' } },
    is_visible: { label: { cnr: 'Prikaz', en: 'Shown' } },
  },
  search: ['name', 'description'],
  sort: { by: 'name', desc: false },
})

/** Maximum number of products that one request puts into a category. */
export const MAX_ATTACHED = 20_000
const attached = z.object({ added: z.int(), already: z.int() })

const see = { audience: 'staff', permission: 'catalogue.see' } as const
const change = { audience: 'staff', permission: 'catalogue.change' } as const
const ofCategory = { ...change, params: idParams, response: attached } as const
const path = '/api/catalogue'

const update = route({
  ...change,
  method: 'PUT',
  path: `${path}/update/:id`,
  summary: 'Update catalogue category',
  params: idParams,
  body: catalogueBody,
  bodyBytes: 1024 * 1024,
  // The children of a node may be sent back with it; they are never in this response.
  response: z.extend(catalogueNode, {
    catalogue: z.optional(z.array(catalogueTree)),
    has_children: z.optional(z.boolean()),
  }),
})

export const catalogue = {
  ...treeRoutes('catalogue', catalogueNode, 'catalogue'),
  index: route({
    ...see,
    method: 'POST',
    path: `${path}/index_post`,
    summary: 'List catalogue tree',
    description:
      'Starts at `parent_id` (left out: at the root) and returns one level or all. With `search_criteria` it returns the matches with their ancestors.',
    body: z.strictObject({
      parent_id: z.optional(z.nullable(id)),
      single_level: z.optional(z.nullable(z.boolean())),
      search_criteria: z.optional(z.nullable(text({ max: 200, code: true }))),
    }),
    response: z.array(catalogueTree),
  }),
  create: route({
    ...change,
    method: 'POST',
    path: `${path}/store`,
    summary: 'Create catalogue category',
    body: catalogueCreate,
    response: catalogueNode,
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/catalogue/:id', catalogueBody),
  remove: route({
    ...change,
    method: 'DELETE',
    path: `${path}/destroy/:id`,
    summary: 'Delete catalogue node',
    ...treeRemove,
  }),
  setVisibility: route({
    ...change,
    method: 'PUT',
    path: `${path}/activateDeactivate/:id`,
    summary: 'Show or hide catalogue node',
    ...treeActivate,
  }),
  attach: route({
    ...change,
    method: 'POST',
    path: `${path}/storeProducts`,
    summary: 'Add products to catalogue category',
    description: 'Products that are already in the category are counted in `already`.',
    body: z.strictObject({ products: many(idOrRecord, MAX_ATTACHED), catalogue_id: id }),
    bodyBytes: 4 * 1024 * 1024,
    response: attached,
  }),
  attachFound: route({
    ...ofCategory,
    method: 'POST',
    path: `${path}/storeFound/:id`,
    summary: 'Add filtered products to catalogue category',
    description: `Adds all active products that match \`filters\`, at most ${MAX_ATTACHED}.`,
    body: z.strictObject({ filters: listBody(productList).shape.filters }),
  }),
  report: route({
    audience: 'staff',
    permission: 'catalogue.export',
    method: 'GET',
    path: `${path}/report`,
    summary: 'Download catalogue',
    description: 'Returns a PDF with images or an Excel file, of one category with `of`.',
    query: z.strictObject({
      of: z.optional(idText),
      format: z.optional(z.enum(['pdf', 'xlsx'])),
    }),
    response: 'file',
    slow: true,
  }),
}

declare module './lib/http/events.ts' {
  interface EventTypes {
    /**
     * The children of these nodes have changed (null: the root). Partners read everything again, with the products of
     * campaigns and promotions.
     */
    catalogue: { parents: (number | null)[] }
  }
}
