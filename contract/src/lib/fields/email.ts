import * as z from 'zod/mini'

/** Maximum length that mail servers accept. */
const MAX_EMAIL = 254
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Whether a text is a single address with ordinary characters. */
export const isEmail = (text: string) => text.length <= MAX_EMAIL && EMAIL.test(text)

/** An optional e-mail address: empty text and null mean none; when omitted it is not changed. */
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
