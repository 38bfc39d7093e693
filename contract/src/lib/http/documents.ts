import * as z from 'zod/mini'
import type { idParams } from '../fields/fields.ts'
import type { Route } from './route.ts'

/** Maximum size of a file of any type in bytes. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024

/** `preview` asks for the thumbnail of a picture. */
export const fileQuery = z.strictObject({ preview: z.optional(z.literal('1')) })

/** A route that answers the file of a message, by the id of the message. */
export type FileRoute = Route & { params: typeof idParams; query: typeof fileQuery; reply: 'file' }
