import * as z from 'zod/mini'
import { idParams, version, versionText } from './lib/fields/fields.ts'
import { route } from './lib/http/route.ts'
import { routesOf } from './lib/resources/routes.ts'
import { services } from './resources/services.ts'

/** Maximum size of a template in bytes. */
export const MAX_TEMPLATE_BYTES = 10 * 1024 * 1024

const path = '/api/services/:id/template'
const change = { audience: 'staff', permission: 'services.change', path, params: idParams } as const
const { response } = routesOf(services).one

/** The template of a service: a Word document whose name is in the service's row. */
export const serviceTemplates = {
  save: route({
    ...change,
    method: 'PUT',
    summary: 'Upload service template',
    description: 'Adds or replaces the Word document (.docx) of a service.',
    form: z.strictObject({ version: versionText }),
    files: { file: { kind: 'document', bytes: MAX_TEMPLATE_BYTES, required: true } },
    response,
    slow: true,
  }),
  remove: route({
    ...change,
    method: 'DELETE',
    summary: 'Remove service template',
    description: 'Returns 404 if the service has none.',
    body: z.optional(z.nullable(z.strictObject({ version }))),
    response,
  }),
  download: route({
    method: 'GET',
    path,
    audience: 'staff',
    permission: 'services.see',
    params: idParams,
    summary: 'Download service template',
    description: 'The file has the name under which it was uploaded.',
    response: 'file',
  }),
}
