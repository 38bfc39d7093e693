import * as z from 'zod/mini'
import { TIME_ZONE } from '../text/locales.ts'
import { day } from './fields.ts'

let office: Intl.DateTimeFormat | undefined

/** What the office's clock shows at a moment: `2026-11-21T08:12`. */
export function officeTime(moment: string | number): string {
  office ??= new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: TIME_ZONE, hourCycle: 'h23' },
  })
  return office.format(new Date(moment)).replace(' ', 'T')
}

/**
 * The moment (ISO, UTC) at which the office's clock shows `2026-11-21T08:12`. Of an hour that comes twice the second is
 * meant, and one that the clock leaves out is as long after the change.
 */
function momentOf(local: string): string {
  const wanted = Date.parse(`${local}Z`)
  const ahead = (at: number) => Date.parse(`${officeTime(at)}Z`) - Math.floor(at / 60_000) * 60_000
  return new Date(wanted - ahead(wanted - ahead(wanted))).toISOString()
}

const FORM =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/**
 * A moment that somebody chooses: ISO 8601 with its zone (`2026-11-21T07:12:00Z`), or without one as the office's clock
 * shows it (`2026-11-21T08:12`). Read as UTC.
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

/** The same in JSON, where null means none; left out it stays as it is. */
export const optionalMoment = z.optional(z.nullable(chosenMoment))

/** The same in a multipart field: empty means none. */
export const momentText = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((text) => (text === '' || text === 'null' ? null : text)),
  ),
  optionalMoment,
)
