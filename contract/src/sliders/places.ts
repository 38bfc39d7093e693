import * as z from 'zod/mini'
import { day, eachOnce, id, idParams, typedId } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { MAX_DATES } from './kinds.ts'

/** Most places of a day. */
export const MAX_PLACES = 9999
const wrong = 'validation.places'

/** The days that somebody chooses of a Seminar; none withdraws. */
export const chosenDays = z
  .array(day)
  .check(z.maxLength(MAX_DATES, 'validation.too_many_dates'), eachOnce('validation.same_dates'))

/**
 * The days that were chosen when the form was opened. When others are by then, it is answered 409
 * (`validation.dates_changed`); past days do not count.
 */
export const daysBefore = z.optional(chosenDays)

const dayPlaces = z.object({
  day: z.string(),
  /** Null for no limit. */
  places: z.nullable(z.int()),
  /** Partners that have a place, and those that wait for one. */
  taken: z.int(),
  waiting: z.int(),
})
export type DayPlaces = z.infer<typeof dayPlaces>

const see = { audience: 'staff', permission: 'sliders.see', params: idParams } as const
const change = { ...see, permission: 'sliders.change' } as const
const response = z.array(dayPlaces)

export const sliderPlaces = {
  days: route({
    ...see,
    method: 'GET',
    path: '/api/sliders/:id/days',
    summary: 'List seminar days',
    description: 'Returns for each day its places, the taken ones and the waiting list.',
    response,
  }),
  setPlaces: route({
    ...change,
    method: 'PUT',
    path: '/api/sliders/:id/days',
    summary: 'Set places of seminar day',
    description: 'Null means no limit. Partners on the waiting list move up into new places.',
    body: z.strictObject({
      day,
      places: z.nullable(z.int(wrong).check(z.minimum(1, wrong), z.maximum(MAX_PLACES, wrong))),
    }),
    response,
  }),
  signUp: route({
    ...change,
    method: 'POST',
    path: '/api/sliders/:id/registrations',
    summary: 'Sign up partner for seminar',
    description:
      'Replaces the days that the user has chosen before; no days cancels the sign-up. For a full day the partner is put on the waiting list. With `before`, it returns 409 and changes nothing if other days are chosen by then.',
    body: z.strictObject({ partner_id: id, user_id: typedId, dates: chosenDays, before: daysBefore }),
    response,
  }),
}
