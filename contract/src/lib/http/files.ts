import * as z from 'zod/mini'
import type { idParams } from '../fields/fields.ts'
import type { Route } from './route.ts'

/** Maximum size of a picture in bytes. */
export const MAX_IMAGE_BYTES = 5_242_880

/** An uploaded picture, jpg or png. */
export const imageFile = { kind: 'image', bytes: MAX_IMAGE_BYTES } as const

/** `/:image` of a path under /api/images: a valid file name of a picture. */
export const imageParams = z.strictObject({
  image: z.string().check(z.regex(/^[\w-]{1,64}\.(jpe?g|png)$/, 'error.not_found')),
})

/** Types of the pictures that a message may have; other files are sent as they are. */
export const PICTURES_OF_MESSAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Maximum size of a file of any type in bytes. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024

/** `preview` asks for the thumbnail of a picture. */
export const fileQuery = z.strictObject({ preview: z.optional(z.literal('1')) })

/** A route that answers the file of a message, by the id of the message. */
export type FileRoute = Route & { params: typeof idParams; query: typeof fileQuery; response: 'file' }
