import * as z from 'zod/mini'
import { TIME_ZONE } from '../text/locales.ts'
import { day } from './fields.ts'

let office: Intl.DateTimeFormat | undefined

/** The office's local time of a timestamp: `2026-11-21T08:12`. */
export function officeTime(moment: string | number): string {
  office ??= new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
  })
  return office.format(new Date(moment)).replace(' ', 'T')
}

/**
 * The timestamp (ISO, UTC) of a local time in the office, `2026-11-21T08:12`. Of an hour that occurs twice it is the
 * second; a skipped time is as long after the clock change.
 */
function momentOf(local: string): string {
  const requested = Date.parse(`${local}Z`)
  const ahead = (at: number) => Date.parse(`${officeTime(at)}Z`) - Math.floor(at / 60_000) * 60_000
  return new Date(requested - ahead(requested - ahead(requested))).toISOString()
}

const FORM =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/**
 * A chosen timestamp: ISO 8601 with its zone (`2026-11-21T07:12:00Z`), or without one in the office's local time
 * (`2026-11-21T08:12`). Returned in UTC.
 */
export const chosenMoment = z.pipe(
  z.string('validation.moment').check(
    z.refine((text) => {
      const [, date] = FORM.exec(text) ?? []
      return date !== undefined && z.safeParse(day, date).success
    }, 'validation.moment'),
  ),
  z.transform((text) => (FORM.exec(text)?.[2] ? new Date(text).toISOString() : momentOf(text))),
)

/** As {@link chosenMoment}; null means none, and an omitted one is not changed. */
export const optionalMoment = z.optional(z.nullable(chosenMoment))

/** As {@link chosenMoment} in a multipart field: empty means none. */
export const momentText = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((text) => (text === '' || text === 'null' ? null : text)),
  ),
  optionalMoment,
)
