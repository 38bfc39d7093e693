// The fields that records have, with their rules.
import * as z from 'zod/mini'
import { hasLongRun, normalize } from '../text/normalize.ts'

/** Largest id a record can have: PostgreSQL's integer. */
export const MAX_ID = 2_147_483_647

const NONE: ReadonlySet<unknown> = new Set([undefined, null, ''])
/** A missing id has the message of every other missing field. */
const wrongId = {
  error: ({ input }: { input?: unknown }) => `validation.${NONE.has(input) ? 'field' : 'id'}`,
}

/** A record's id in a JSON body. */
export const id = z.int(wrongId).check(z.minimum(1, 'validation.id'), z.maximum(MAX_ID, 'validation.id'))

/** A record by its id, or sent whole: then only its id counts. */
export const idOrRecord = z.union(
  [
    id,
    z.pipe(
      z.looseObject({ id }),
      z.transform((record) => record.id),
    ),
  ],
  wrongId,
)

/** A record's id in a path or a multipart field: decimal digits and nothing else. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, wrongId)),
  z.transform((text, context) => {
    const value = Number(text)
    if (value > MAX_ID) context.issues.push({ code: 'custom', message: 'validation.id', input: text })
    return value
  }),
)

/** A record's id that people type by hand: a number, or its digits. */
export const typedId = z.union([id, idText], wrongId)

/** `/:id` of a path. */
export const idParams = z.strictObject({ id: idText })

/** The version of a record that the caller has seen; an older one than the stored is answered 409. */
export const version = z.optional(z.int().check(z.minimum(1)))
/** The same in a multipart field. */
export const versionText = z.optional(idText)

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{M}\s\u115f\u1160\u3164\uffa0]/gu
const CONTROL = /[\p{Cs}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/u

/** NFC without blanks at the ends; what every text is stored as. */
export const tidy = (text: string) => normalize(text).trim()

/** Tabs are no better than line breaks where a text stands in one line. */
const BREAKS = /[\t\n\r\u0085\u2028\u2029]+/
/** On one line: what stood on several is parted by blanks, as it is when it is pasted into an input. */
const onOneLine = (text: string) =>
  BREAKS.test(text)
    ? text
        .split(BREAKS)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text
/** Browsers send the lines of a form with CRLF, workbooks keep LF: stored as LF, an export comes back unchanged. */
export const onLines = (text: string) => text.replace(/\r\n?/g, '\n')
/** So many characters may become one in a normal form, and no more. */
const COMPOSED = 4
/**
 * Reads a text of at most `max` characters. What is too long in whatever form is left as it came, for its length to be
 * judged: a megabyte is not put in order to be refused.
 */
export const readWithin = (max: number, read: (text: string) => string) => (typed: string) => {
  const given = typed.trim()
  return given.length > max * COMPOSED ? given : read(given)
}

/** How many characters of a text can be seen: marks, blanks and zero-width characters do not count. */
export const visibleLength = (text: string) => [...text.replace(INVISIBLE, '')].length

/**
 * Text that PostgreSQL and a screen can hold: no NUL, no lone surrogate, no direction overrides, no tower of marks.
 */
export const isPrintable = (text: string) => text.isWellFormed() && !CONTROL.test(text) && !hasLongRun(text)

interface TextRule {
  /** Least number of visible characters. */
  min?: number
  max?: number
  /** It may have several. */
  lines?: boolean
  /** Message key when it is too short. */
  short?: string
}

/** A text field: tidied, on one line unless told otherwise, printable, between `min` and `max` (default 255) characters. */
export function text({ min = 0, max = 255, short = 'validation.short_text', lines = false }: TextRule = {}) {
  const inForm = lines ? onLines : onOneLine
  return z.string().check(
    z.overwrite(readWithin(max, (typed) => inForm(tidy(typed)))),
    // No `abort`: it would also silence the rules over several fields of the form around it.
    z.refine((value) => min === 0 || value.length > 0, 'validation.field'),
    z.maxLength(max, 'validation.long_text'),
    z.refine((value) => value.length > max || isPrintable(value), 'validation.characters'),
    z.refine((value) => value.length === 0 || value.length > max || visibleLength(value) >= min, short),
  )
}

/** A text that may be left out; empty text, null and absence all mean null. */
export const optionalText = (max = 255, lines = false) =>
  z.pipe(
    z.optional(z.nullable(text({ max, lines }))),
    z.transform((value) => value || null),
  )

/** The same on several lines. */
export const optionalLines = (max: number) => optionalText(max, true)

/** A name of at least two visible characters, with the resource's own message. */
export const name = (short: string) => text({ min: 2, max: 255, short })

interface WholeRule {
  min: number
  max: number
  /** Message key when it is out of bounds. */
  message: string
}

const whole = <Input extends string | number>({ min, max, message }: WholeRule) =>
  z.transform((input: Input, context) => {
    const value = Number(input)
    const key =
      input === ''
        ? 'validation.field'
        : !/^[+-]?\d{1,12}$/.test(String(input))
          ? 'validation.integer'
          : value < min || value > max
            ? message
            : null
    if (key) context.issues.push({ code: 'custom', message: key, input })
    return value + 0
  })
const tidyText = z.string().check(z.overwrite(tidy))

/** A whole number in a multipart field, from `min` to PostgreSQL's largest integer unless told otherwise. */
export const integerText = (min: number, message: string, max = MAX_ID) =>
  z.pipe(tidyText, whole({ min, max, message }))

/** A whole number in a JSON body, or its digits as they were typed. */
export const wholeNumber = (rule: WholeRule) => z.pipe(z.union([tidyText, z.number()]), whole(rule))

const isDay = (text: string) => {
  const date = /^(20|21)\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined
  return date?.getTime() ? date.toISOString().startsWith(text) : false // 30 February would have become a day in March
}
/** A day of the office's calendar: `2026-11-21`, in this century or the next. */
export const day = z.string().check(z.refine(isDay, 'validation.day'))

/** A switch in a multipart field; left out or empty it is off. */
export const flagText = z.pipe(
  z.optional(z.enum(['true', 'false', '1', '0', ''])),
  z.transform((text) => text === 'true' || text === '1'),
)

/** Moment on the wire: ISO 8601 in UTC. */
export const moment = z.string()

/** What every editable record carries. */
export const recordShape = {
  id: z.int(),
  is_active: z.boolean(),
  version: z.int(),
  updated_at: moment,
}

/** A toggle's optional body: the state wanted, which makes the call repeatable. */
export const toggleBody = z.optional(z.nullable(z.strictObject({ is_active: z.optional(z.boolean()) })))
/** A toggle's answer: what the row takes over. */
export const toggleReply = z.object(recordShape)

/** Most members of a list that may be long: all partners or products of a large distributor. */
const MANY = 50_000

/**
 * A list that may be long. How long it is comes first: a reason for each of a million wrong members would hold up
 * everybody.
 */
export const many = <T extends z.ZodMiniType>(member: T, most = MANY) =>
  z.pipe(
    z.transform((list: z.input<T>[], context): z.input<T>[] => {
      if (!Array.isArray(list) || list.length <= most) return list
      context.issues.push({ code: 'custom', message: 'validation.too_many', input: list.length })
      return z.NEVER
    }),
    z.array(member),
  )
