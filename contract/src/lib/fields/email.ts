import * as z from 'zod/mini'

/** As long as a mail server takes them. */
const MAX_EMAIL = 254
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Whether a text is one address of ordinary letters, and can name no second one. */
export const isEmail = (text: string) => text.length <= MAX_EMAIL && EMAIL.test(text)

/** An e-mail address that may be left out: empty text and null mean none, absence that it stays as it is. */
export const optionalEmail = z.optional(
  z.nullable(
    z.pipe(
      z.string().check(
        z.trim(),
        z.refine((text) => text === '' || isEmail(text), 'validation.email'),
      ),
      z.transform((text) => text || null),
    ),
  ),
)
