import * as z from 'zod/mini'

/** Maximum size of a picture in bytes. */
export const MAX_IMAGE_BYTES = 5_242_880

/** An uploaded picture, jpg or png. */
export const imageFile = { kind: 'image', bytes: MAX_IMAGE_BYTES } as const

/** `/:image` of a path under /api/images: a valid file name of a picture. */
export const imageParams = z.strictObject({
  image: z.string().check(z.regex(/^[\w-]{1,64}\.(jpg|png)$/, 'error.not_found')),
})

/** Types of the pictures that a message may have; other files are sent as they are. */
export const PICTURES_OF_MESSAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
