import * as z from 'zod/mini'
import { day, id, idParams, typedId } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { MAX_DATES } from './kinds.ts'

/** Most places of a day. */
export const MAX_PLACES = 9999
const wrong = 'validation.places'

/** The days that somebody chooses of a Seminar; none withdraws. */
export const chosenDays = z.array(day).check(
  z.maxLength(MAX_DATES, 'validation.too_many_dates'),
  z.refine((dates) => new Set(dates).size === dates.length, 'validation.same_dates'),
)

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
const reply = z.array(dayPlaces)

export const sliderPlaces = {
  days: route({
    ...see,
    method: 'GET',
    path: '/api/sliders/:id/days',
    summary: 'The days of a Seminar: places, taken ones, and who waits',
    reply,
  }),
  setPlaces: route({
    ...change,
    method: 'PUT',
    path: '/api/sliders/:id/days',
    summary: 'Sets the places of a day, or no limit; who waits moves up into new ones',
    body: z.strictObject({
      day,
      places: z.nullable(z.int(wrong).check(z.minimum(1, wrong), z.maximum(MAX_PLACES, wrong))),
    }),
    reply,
  }),
  signUp: route({
    ...change,
    method: 'POST',
    path: '/api/sliders/:id/registrations',
    summary:
      'Signs a user of a partner up for these days instead of those chosen before; none signs off. A full day is waited for',
    body: z.strictObject({ partner_id: id, user_id: typedId, dates: chosenDays }),
    reply,
  }),
}
