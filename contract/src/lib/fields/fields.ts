// Schemas of common fields.
import * as z from 'zod/mini'
import { hasLongRun, normalize } from '../text/normalize.ts'

/** Largest id: PostgreSQL's integer. */
export const MAX_ID = 2_147_483_647

const NONE: ReadonlySet<unknown> = new Set([undefined, null, ''])
/** A missing id has the message key of every other missing field. */
const wrongId = {
  error: ({ input }: { input?: unknown }) => `validation.${NONE.has(input) ? 'field' : 'id'}`,
}

/** A record's id in a JSON body. */
export const id = z.int(wrongId).check(z.minimum(1, 'validation.id'), z.maximum(MAX_ID, 'validation.id'))

/** A record's id, or the whole record, of which only the id is read. */
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

/** Number of rows to skip, as the text of a query. */
export const offset = z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'validation.page')))

/** A record's id in a path or a multipart field: decimal digits only. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, wrongId)),
  z.transform((text, context) => {
    const value = Number(text)
    if (value > MAX_ID) context.issues.push({ code: 'custom', message: 'validation.id', input: text })
    return value
  }),
)

/** An id that people type: a number, or its digits. */
export const typedId = z.union([id, idText], wrongId)

/** `/:id` of a path. */
export const idParams = z.strictObject({ id: idText })

/** The version that the client has read; an outdated one is answered with 409. */
export const version = z.optional(z.int().check(z.minimum(1)))
/** As {@link version}, in a multipart field. */
export const versionText = z.optional(idText)

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{M}\s\u115f\u1160\u3164\uffa0]/gu
const CONTROL = /[\p{Cs}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/u

/** NFC without blanks at the ends: the stored form of every text. */
export const tidy = (text: string) => normalize(text).trim()

/** Tabs are treated as line breaks in a single-line text. */
const BREAKS = /[\t\n\r\u0085\u2028\u2029]+/
/** A code on one line: line breaks become blanks, as when pasted into an input; other blanks are kept. */
const asCode = (text: string) =>
  BREAKS.test(text)
    ? text
        .split(BREAKS)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text
/** Any blanks and line breaks; vertical tabs and page breaks are rejected. */
const BLANKS = /(?:[^\S\v\f]|\u0085)+/gu
/** A text on one line with single blanks: names that differ by their blanks alone would look the same. */
export const onOneLine = (text: string) =>
  UNEVEN.test(text) ? text.replace(BLANKS, ' ').trim() : text.trim()
/** Another blank than a single space, which most texts lack: replacing each of those would take three times as long. */
const UNEVEN = /[^\S ]|\u0085| {2}/u
/**
 * Browsers send line breaks as CRLF, workbooks have LF: stored as LF, so that an exported file is imported unchanged.
 */
export const onLines = (text: string) => text.replace(/\r\n?/g, '\n')
/** Maximum number of characters that a normal form combines into one. */
const COMPOSED = 4
/**
 * Reads a text of at most `max` characters. A text that is too long in any form is returned unchanged for the length
 * check, because normalising a megabyte would be expensive.
 */
export const readWithin = (max: number, read: (text: string) => string) => (typed: string) => {
  const trimmed = typed.trim()
  return trimmed.length > max * COMPOSED ? trimmed : read(trimmed)
}

/** Number of visible characters: marks, blanks and zero-width characters do not count. */
export const visibleLength = (text: string) =>
  ASCII.test(text) ? text.replaceAll(' ', '').length : [...text.replace(INVISIBLE, '')].length
const ASCII = /^[ -~]*$/

/**
 * Whether PostgreSQL and a screen can handle a text: no NUL, no lone surrogate, no direction overrides, no long runs of
 * marks.
 */
export const isPrintable = (text: string) => text.isWellFormed() && !CONTROL.test(text) && !hasLongRun(text)

interface TextRule {
  /** Minimum number of visible characters. */
  min?: number
  max?: number
  /** Whether line breaks are allowed. */
  lines?: boolean
  /** Whether it is a code of another program, whose blanks are kept. */
  code?: boolean
  /** Message key when it is too short. */
  short?: string
}

/** A text field: normalised, on one line with single blanks by default, printable, between `min` and `max` (default 255) characters. */
export function text({ min = 0, max = 255, short = 'validation.short_text', lines, code }: TextRule = {}) {
  const inForm = lines ? onLines : code ? asCode : onOneLine
  return z.string().check(
    z.overwrite(readWithin(max, (typed) => inForm(tidy(typed)))),
    // No `abort`: it would also skip the rules over several fields of the form.
    z.refine((value) => min === 0 || value.length > 0, 'validation.field'),
    z.maxLength(max, 'validation.long_text'),
    z.refine((value) => value.length > max || isPrintable(value), 'validation.characters'),
    z.refine((value) => value.length === 0 || value.length > max || visibleLength(value) >= min, short),
  )
}

/** An optional text; empty text, null and undefined all become null. */
export const optionalText = (max = 255, lines = false) =>
  z.pipe(
    z.optional(z.nullable(text({ max, lines }))),
    z.transform((value) => value || null),
  )

/** As {@link optionalText}, on several lines. */
export const optionalLines = (max: number) => optionalText(max, true)

/** A name of at least two visible characters, with the resource's own message. */
export const name = (short: string) => text({ min: 2, max: 255, short })

interface WholeRule {
  min: number
  max: number
  /** Message key when it is out of range. */
  message?: string | undefined
}

/** The message key of a number below a minimum. */
export const belowMinimumKey = (min: number) => (min === 0 ? 'validation.not_negative' : 'validation.number')

const whole = <Input extends string | number>({ min, max, message }: WholeRule) =>
  z.transform((input: Input, context) => {
    const value = Number(input)
    const key =
      input === ''
        ? 'validation.field'
        : !/^[+-]?\d{1,12}$/.test(String(input))
          ? 'validation.integer'
          : value < min
            ? (message ?? belowMinimumKey(min))
            : value > max
              ? (message ?? 'validation.number')
              : null
    if (key) context.issues.push({ code: 'custom', message: key, input })
    return value + 0
  })
const tidyText = z.string().check(z.overwrite(tidy))

/** An optional text of a multipart field; a browser sends null as the text `null`. */
export const textOrNone = z.pipe(
  z.optional(z.string()),
  z.transform((typed) => (typed === '' || typed === 'null' ? undefined : typed)),
)

/** A whole number in a multipart field. */
export const integerText = (rule: WholeRule) => z.pipe(tidyText, whole(rule))

/** Maximum pieces of one order of a product. */
export const MAX_PIECES = 9999
const wrongPieces = 'validation.pieces'
/** The pieces of a product that a partner orders. */
export const pieces = z.int(wrongPieces).check(z.minimum(1, wrongPieces), z.maximum(MAX_PIECES, wrongPieces))

/** The price that a partner was shown, in euros. */
export const shownPrice = z.optional(z.string().check(z.regex(/^\d{1,10}(\.\d{1,3})?$/, 'validation.type')))

/** A whole number in a JSON body, or its digits as text. */
export const wholeNumber = (rule: WholeRule) => z.pipe(z.union([tidyText, z.number()]), whole(rule))

const isDay = (text: string) => {
  const date = /^(20|21)\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined
  return date?.getTime() ? date.toISOString().startsWith(text) : false // Date reads 30 February as a day in March
}
/** A calendar day: `2026-11-21`, in this century or the next. */
export const day = z.string().check(z.refine(isDay, 'validation.day'))

const FLAGS = ['true', 'false', '1', '0'] as const
const isTrue = (text: string | undefined) => text === 'true' || text === '1'
/** A flag in a multipart field; omitted or empty it is false. */
export const flagText = z.pipe(
  z.optional(z.enum([...FLAGS, ''])),
  z.transform((text) => isTrue(text)),
)
/** A flag in a multipart field that may be omitted, but not empty. */
export const optionalFlagText = z.optional(
  z.pipe(
    z.enum(FLAGS),
    z.transform((text) => isTrue(text)),
  ),
)

/** A timestamp: ISO 8601 in UTC. */
export const moment = z.string()

/** The common fields of every editable record. */
export const recordShape = {
  id: z.int(),
  is_active: z.boolean(),
  version: z.int(),
  updated_at: moment,
}

/** A toggle's optional body: the requested state, which makes the request repeatable. */
export const toggleBody = z.optional(z.nullable(z.strictObject({ is_active: z.optional(z.boolean()) })))
/** A toggle's response: the changed fields of the row. */
export const toggleResponse = z.object(recordShape)
/** The response of a call that has nothing to return but a message. */
export const done = z.object({ message: z.string() })

/** Rejects a list that has a member twice, with this message key. */
export const eachOnce = (message: string) =>
  z.refine<readonly unknown[]>((members) => new Set(members).size === members.length, message)

/** Maximum length of a long list: all partners or products of a large distributor. */
const MANY = 50_000

/** A list that may be long. Its length is checked first: validating a million wrong members would block the server. */
export const many = <T extends z.ZodMiniType>(member: T, most = MANY) =>
  z.pipe(
    z.transform((list: z.input<T>[], context): z.input<T>[] => {
      if (!Array.isArray(list) || list.length <= most) return list
      context.issues.push({ code: 'custom', message: 'validation.too_many', input: list.length })
      return z.NEVER
    }),
    z.array(member),
  )
