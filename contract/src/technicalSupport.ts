import * as z from 'zod/mini'
import {
  idParams,
  idText,
  moment,
  optionalLines,
  text,
  textOrNone,
  version,
  versionText,
} from './lib/fields/fields.ts'
import { MAX_DOCUMENT_BYTES } from './lib/http/files.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { jsonText } from './lib/lists/json-text.ts'
import { recordList } from './lib/lists/record-list.ts'
import { nodeShape, treeActivate, treeCategories, treeRemove, treeRoutes } from './lib/resources/tree.ts'
import { isWebAddress } from './lib/text/web-address.ts'

/**
 * A stored file: its original name, its type detected from its bytes, its size in bytes, when and by whom it was
 * uploaded.
 */
const fileShape = {
  file_name: z.string(),
  file_type: z.string(),
  file_size: z.int(),
  file_at: moment,
  file_by: z.nullable(z.string()),
}
const documentFile = z.object(fileShape)

/** A folder, a file or a link of the tree. */
const supportNode = z.object({
  ...nodeShape,
  technical_support_id: z.nullable(z.int()),
  is_file: z.boolean(),
  /** Of a link its URL, of a file its download path. */
  link: z.nullable(z.string()),
  file: z.nullable(documentFile),
})
export type SupportNode = z.infer<typeof supportNode>

/** A {@link SupportNode} in the documents' form, with its children. */
interface SupportTree {
  id: number
  name: string
  description: string | null
  is_item: boolean
  is_file: boolean
  link: string | null
  /** The name of its file. */
  image: string | null
  is_visible: boolean
  technical_support_id: number | null
  version: number
  updated_at: string
  technical_support: SupportTree[]
}
const supportTree: z.ZodMiniType<SupportTree> = z.object({
  id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  is_item: z.boolean(),
  is_file: z.boolean(),
  link: z.nullable(z.string()),
  image: z.nullable(z.string()),
  is_visible: z.boolean(),
  technical_support_id: z.nullable(z.int()),
  version: z.int(),
  updated_at: moment,
  get technical_support() {
    return z.array(supportTree)
  },
})

/** A version of a file that was replaced. */
const oldFile = z.object({ id: z.int(), ...fileShape, replaced_at: moment })
export type OldFile = z.infer<typeof oldFile>

/** The panel of a node next to the tree. */
const supportDetails = z.object({
  node: supportNode,
  /** The names of its ancestors, from the root. */
  path: z.array(z.string()),
  /** Replaced files of the last 30 days, the latest first. */
  versions: z.array(oldFile),
  /** Number of partners' downloads (at most one per hour and partner), and of these partners. */
  downloads: z.object({ times: z.int(), partners: z.int() }),
})
export type SupportDetails = z.infer<typeof supportDetails>

const fields = {
  name: text({ min: 2, max: 255, short: 'validation.support_name' }),
  description: optionalLines(4000),
}
const flag = z.pipe(
  z.enum(['true', 'false', '1', '0'], 'validation.field'),
  z.transform((typed) => typed === 'true' || typed === '1'),
)
/** The parent in a multipart field: empty or `null` is the root. */
const parentText = z.pipe(textOrNone, z.optional(idText))
/** Whether a link is a file's own download path, which may be sent back unchanged. */
const isOwn = (typed: string) => /^\/api\/technical_support\/file\/\d+$/.test(typed)
/** Empty means none; whether it is required depends on the kind of node. */
const linkText = z.pipe(
  z.optional(
    text({ max: 2048 }).check(
      z.refine(
        (typed) => typed === '' || isOwn(typed) || isWebAddress(typed),
        'validation.url_pattern_validation',
      ),
    ),
  ),
  z.transform((typed) => (typed && !isOwn(typed) ? typed : undefined)),
)
const categories = jsonText(z.nullable(treeCategories))
const formFields = { ...fields, is_item: z.optional(flag), link: linkText, categories }
/** The multipart form that adds a node: an item with a link is a link, every other item a file. */
const supportCreate = z.strictObject({
  ...formFields,
  is_item: flag,
  technical_support_id: parentText,
})
/** The form that changes a node. The kind of a node never changes: `is_item` may be sent unchanged. */
const supportUpdate = z.strictObject({
  ...formFields,
  /** When omitted it is not changed. */
  description: z.optional(fields.description),
  version: versionText,
})

/** The labels of a node's fields. */
export const supportList = recordList({
  name: 'technicalSupport',
  noun: {
    cnr: { gender: 'f', title: 'Tehnička podrška', one: 'Stavka', other: 'stavki' },
    en: { title: 'Technical support', one: 'Item' },
    add: { cnr: 'Dodaj', en: 'Add' },
    edit: { cnr: 'Uredi', en: 'Edit' },
    empty: { cnr: 'Još nema foldera ni fajlova', en: 'No folders or files yet' },
    empty_hint: {
      cnr: 'Dodajte folder, pa u njega prevucite fajlove: uputstva, obrasce, tabele.',
      en: 'Add a folder, then drag files into it: manuals, forms, spreadsheets.',
    },
  },
  columns: {
    name: { label: { cnr: 'Naziv', en: 'Name' } },
    description: { label: { cnr: 'Opis', en: 'Description' } },
    link: { label: { cnr: 'Adresa', en: 'Address' } },
    file: { label: { cnr: 'Fajl', en: 'File' } },
    categories: { label: { cnr: 'Kategorije partnera', en: 'Partner categories' } },
    technical_support: { label: { cnr: 'Mjesto', en: 'Place' } },
    updated_at: { label: { cnr: 'Izmijenjeno', en: 'Changed' } },
    is_visible: { label: { cnr: 'Prikaz', en: 'Shown' } },
  },
  search: ['name', 'description'],
  sort: { by: 'name', desc: false },
})

const see = { audience: 'staff', permission: 'technicalSupport.see' } as const
const change = { audience: 'staff', permission: 'technicalSupport.change' } as const
const document = { kind: 'document', bytes: MAX_DOCUMENT_BYTES, required: false, orNull: true } as const
const path = '/api/technical_support'

/** A node as JSON; its file is not changed. */
export const supportBody = z.strictObject({ ...fields, link: linkText, categories: treeCategories, version })
const update = route({
  ...change,
  method: 'POST',
  path: `${path}/:id`,
  summary: 'Update technical support node',
  description: 'A new file replaces the current one, which is kept for 30 days.',
  params: idParams,
  form: supportUpdate,
  files: { file: document },
  response: supportNode,
  slow: true,
})

export const technicalSupport = {
  ...treeRoutes('technical_support', supportNode, 'technicalSupport'),
  tree: route({
    ...see,
    method: 'GET',
    path,
    summary: 'List technical support tree',
    response: z.array(supportTree),
  }),
  create: route({
    ...change,
    method: 'POST',
    path,
    summary: 'Create technical support node',
    description: 'Adds a folder, a file or a link.',
    form: supportCreate,
    files: { file: document },
    response: supportNode,
    creates: true,
    idempotent: 'optional',
    slow: true,
  }),
  one: route({
    ...see,
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get technical support node',
    description: 'Includes its replaced files and downloads.',
    params: idParams,
    response: supportDetails,
  }),
  update,
  patch: patchOf(update, `${path}/:id`, supportBody),
  remove: route({
    ...change,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete technical support node',
    ...treeRemove,
  }),
  setVisibility: route({
    ...change,
    method: 'PUT',
    path: `${path}/activate/:id`,
    summary: 'Show or hide technical support node',
    ...treeActivate,
  }),
  download: route({
    ...see,
    method: 'GET',
    path: `${path}/file/:id`,
    summary: 'Download technical support file',
    description: 'Supports `Range`.',
    params: idParams,
    response: 'file',
  }),
  downloadOld: route({
    ...see,
    method: 'GET',
    path: `${path}/version/:id`,
    summary: 'Download replaced technical support file',
    description: '`id` is that of the file’s version.',
    params: idParams,
    response: 'file',
  }),
  restoreOld: route({
    ...change,
    method: 'PUT',
    path: `${path}/version/:id`,
    summary: 'Restore replaced technical support file',
    description: 'The current file is kept as a replaced one.',
    params: idParams,
    response: supportNode,
  }),
  zip: route({
    audience: 'staff',
    permission: 'technicalSupport.export',
    method: 'GET',
    path: `${path}/zip/:id`,
    summary: 'Download technical support folder',
    description: 'Returns a zip of its files and links in their folders.',
    params: idParams,
    response: 'file',
    slow: true,
  }),
}

declare module './lib/http/events.ts' {
  interface EventTypes {
    /** The children of these nodes have changed (null: the root); partners read everything again. */
    technicalSupport: { parents: (number | null)[] }
  }
}
