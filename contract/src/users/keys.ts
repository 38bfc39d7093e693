import * as z from 'zod/mini'
import { day, idParams, moment, name, recordShape, version } from '../lib/fields/fields.ts'
import { roleLabels, roles } from '../lib/http/about.ts'
import { patchOf } from '../lib/http/patch.ts'
import { route } from '../lib/http/route.ts'
import { NDJSON } from '../lib/imports/sync.ts'
import { commonColumns, listBody, optionsOf, PAGE_OR_FILE, paged } from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import { partners } from '../partners.ts'
import { apiKeyPermissions } from '../permissions.ts'
import { products } from '../products.ts'
import { includesSee } from './roles.ts'

const role = z.enum(roles)

const apiKey = z.object({
  ...recordShape,
  name: z.string(),
  role,
  /** Restricts the permissions of the role to these; null means all of them. */
  rights: z.nullable(z.array(z.string())),
  /** The beginning of its token. */
  prefix: z.string(),
  /** The last day of its validity; null when it does not expire. */
  ends_on: z.nullable(z.string()),
  has_ended: z.boolean(),
  created_at: moment,
  created_by: z.nullable(z.object({ id: z.int(), name: z.string(), is_active: z.boolean() })),
  /** Accurate to some minutes; null when it has never been used. */
  last_used_at: z.nullable(moment),
})
export type ApiKey = z.infer<typeof apiKey>

/** The state tells whether a key is revoked; its expiry follows from its last day. */
export const apiKeyList = recordList({
  name: 'apiKeys',
  noun: {
    cnr: { gender: 'm', title: 'API ključevi', one: 'API ključ', accusative: 'ključ', other: 'API ključeva' },
    en: { title: 'API keys', one: 'API key', inText: 'key' },
    edit: { cnr: 'Preimenuj ključ', en: 'Rename key' },
    empty_hint: {
      cnr: 'Ključem se prijavljuje drugi program, npr. ERP koji šalje cjenovnik.',
      en: 'Another program signs in with a key, e.g. an ERP that sends its price list.',
    },
    active: { cnr: 'Važi', en: 'Valid' },
    inactive: { cnr: 'Opozvan', en: 'Revoked' },
  },
  columns: {
    name: commonColumns.name,
    role: {
      label: { cnr: 'Uloga', en: 'Role' },
      filter: 'choice',
      options: optionsOf(roleLabels),
    },
    rights: { label: { cnr: 'Prava', en: 'Permissions' }, sort: false },
    prefix: { label: { cnr: 'Ključ', en: 'Key' }, filter: 'text', sort: false },
    created_by: {
      label: { cnr: 'Kreirao', en: 'Created by' },
      filter: 'text',
      at: ['created_by', 'name'],
    },
    created_at: { label: { cnr: 'Kreiran', en: 'Created' }, filter: 'day', optional: true },
    last_used_at: { label: { cnr: 'Korišćen', en: 'Last used' }, filter: 'day' },
    ends_on: { label: { cnr: 'Važi do', en: 'Valid until' }, filter: 'day', day: true },
    is_active: { label: { cnr: 'Stanje', en: 'State' }, filter: 'flag' },
  },
  search: ['name', 'prefix', 'created_by'],
  sort: { by: 'created_at', desc: true },
  size: 20,
})

const keyName = name('validation.key_name')
const rights = z
  .array(z.enum(apiKeyPermissions))
  .check(
    z.minLength(1, 'validation.key_rights'),
    z.maxLength(1000),
    z.refine(includesSee, 'validation.right_without_see'),
  )

const administer = { audience: 'staff', permission: 'users.administer' } as const

export const apiKeyBody = z.strictObject({ name: keyName, version })
const update = route({
  method: 'PUT',
  path: '/api/api_keys/:id',
  ...administer,
  summary: 'Update API key',
  description: 'Changes its name.',
  params: idParams,
  body: apiKeyBody,
  response: apiKey,
})

export const apiKeys = {
  index: route({
    method: 'POST',
    path: '/api/api_keys/index',
    ...administer,
    summary: 'Search API keys',
    description: PAGE_OR_FILE,
    body: listBody(apiKeyList),
    response: paged(apiKey),
  }),
  create: route({
    method: 'POST',
    path: '/api/api_keys/add',
    ...administer,
    summary: 'Create API key',
    description: 'The token is returned only here. A key cannot have permissions that the caller lacks.',
    body: z.strictObject({
      name: keyName,
      role,
      /**
       * Restricts the permissions of the role to these; omitted or null means all that the role has at each request.
       */
      rights: z.optional(z.nullable(rights)),
      /** The last day of its validity, in the office's time zone. */
      ends_on: z.optional(z.nullable(day)),
    }),
    response: z.extend(apiKey, { token: z.string() }),
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/api_keys/:id', apiKeyBody),
  revoke: route({
    method: 'DELETE',
    path: '/api/api_keys/:id',
    ...administer,
    summary: 'Revoke API key',
    description: 'It cannot be restored. Its next request returns 401.',
    params: idParams,
    response: apiKey,
  }),
}

/**
 * Shell commands that call this server with a key: preview a price list, import it, sync products from an ERP, read the
 * partners. They use double quotes, which sh, cmd.exe and PowerShell treat alike; a token or an origin has no character
 * that needs escaping. Without `--fail-with-body`, which curl before 7.76 rejects.
 * @param origin the server's address for the client, `https://kontor.example.com`
 */
export function curlLines(origin: string, token: string) {
  const curl = `curl -H "Authorization: Bearer ${token}"`
  const file = `-F "file=@${PRICE_LIST}"`
  const importing = `${origin}${products.import.aliases[0]}`
  return {
    preview: `${curl} ${file} -F "dry_run=true" "${importing}"`,
    import: `${curl} ${file} "${importing}"`,
    sync: `${curl} -H "Content-Type: ${NDJSON}" -T "${PRODUCT_LINES}" "${origin}${products.sync.path}"`,
    partners: `${curl} "${origin}${partners.all.path}"`,
  }
}

/** The files that the commands send. */
export const PRICE_LIST = 'cjenovnik.xlsx'
export const PRODUCT_LINES = 'proizvodi.ndjson'
