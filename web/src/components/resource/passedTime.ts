import { chosenMoment } from '@kontor/contract/lib/fields/moments'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import * as z from 'zod/mini'
import { dayOf } from '../../lib/i18n/format.ts'
import type { Values } from '../form/recordForm.ts'

/** Today in the office: `2026-11-21`. */
const today = () => dayOf(new Date().toISOString())

/** Whether a day of a calendar has passed. */
export const isPastDay = (day: string) => day < today()

/** The error of a field whose day or time has passed; `saved` may stay. */
export function passedTime(name: string, values: Values, saved?: string | null): FieldErrors {
  const chosen = values[name]
  if (typeof chosen !== 'string' || chosen === saved) return {}
  if (!chosen.includes('T')) return chosen && isPastDay(chosen) ? { [name]: ['validation.past_date'] } : {}
  const moment = z.safeParse(chosenMoment, chosen)
  const isPast = moment.success && Date.parse(moment.data) <= Date.now()
  return isPast ? { [name]: ['validation.past_moment'] } : {}
}
