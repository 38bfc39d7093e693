import { chosenMoment } from '@kontor/contract/lib/fields/moments'
import { officeToday } from '@kontor/contract/lib/text/locales'
import * as z from 'zod/mini'

const isPastDay = (day: string) => day < officeToday()

/** A calendar without past days. With `minDate` a typed past day would be ignored, and the previous one saved. */
export const futureDays = { excludeDate: isPastDay }

/** The error of a day or a time that has passed, by the clock of this device: the API decides by its own. */
export function pastTimeError(value: unknown) {
  const chosen = String(value ?? '')
  if (!chosen.includes('T')) return chosen && isPastDay(chosen) ? 'validation.past_date' : undefined
  const moment = z.safeParse(chosenMoment, chosen)
  return moment.success && Date.parse(moment.data) <= Date.now() ? 'validation.past_moment' : undefined
}
