import * as z from 'zod/mini'
import { idParams, moment, pieces, shownPrice } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import { sliderType } from './kinds.ts'
import { chosenDays, daysBefore } from './places.ts'

/** File name under /api/images/products. */
const product = z.object({
  id: z.int(),
  erp_code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: z.string(),
  image: z.nullable(z.string()),
})

/** A slider in the list of its partners. */
const portalSliderRow = z.object({
  id: z.int(),
  name: z.string(),
  type: sliderType,
  /** File name under /api/images/sliders. */
  image: z.string(),
  url: z.nullable(z.string()),
  updated_at: moment,
  /** Days of a Seminar from today on. */
  available_dates: z.array(z.string()),
  /** Days that this partner has chosen, including past ones. */
  chosen_dates: z.array(z.string()),
  /** Those of them for which it waits. */
  waiting_dates: z.array(z.string()),
  /** Of those days that have a number of places: how many are free, and the own place in the queue, null without. */
  places: z.array(z.object({ day: z.string(), free: z.int(), waiting: z.nullable(z.int()) })),
  /** Pieces of a Promocija that this partner has ordered. */
  ordered: z.int(),
})
export type PortalSliderRow = z.infer<typeof portalSliderRow>

/** The details of one slider. */
const portalSlider = z.extend(portalSliderRow, {
  page_content: z.nullable(z.string()),
  wyswygimg: z.nullable(z.string()),
  welcome_message: z.nullable(z.string()),
  /** Of a Promocija; null while it cannot be ordered. */
  product: z.nullable(product),
})
export type PortalSlider = z.infer<typeof portalSlider>

const portalSliderOrder = z.object({
  id: z.int(),
  /** File name of its picture under /api/images/sliders. */
  slider: z.extend(recordRef, { image: z.string() }),
  product: z.object({ id: z.int(), erp_code: z.string(), name: z.string() }),
  quantity: z.int(),
  /** At the time of the order; null for orders before prices were kept. */
  price: z.nullable(z.string()),
  /** Whether there was not enough in stock. */
  ignore_quantity: z.boolean(),
  /** Whether the office has handled it. */
  is_handled: z.boolean(),
  updated_at: moment,
})
export type PortalSliderOrder = z.infer<typeof portalSliderOrder>

const portalRegistration = z.object({
  id: z.int(),
  slider: recordRef,
  dates: z.array(z.string()),
  /** Those of them for which the partner waits. */
  waiting_dates: z.array(z.string()),
  updated_at: moment,
})

const partner = { audience: 'partner' } as const

export const portalSliders = {
  index: route({
    ...partner,
    method: 'GET',
    path: '/api/app/sliders',
    summary: 'List visible sliders',
    description: 'Those with a position come first, then the last changed.',
    response: z.array(portalSliderRow),
  }),
  one: route({
    ...partner,
    method: 'GET',
    path: '/api/app/sliders/:id',
    summary: 'Get visible slider',
    params: idParams,
    response: portalSlider,
  }),
  checkIn: route({
    ...partner,
    method: 'POST',
    path: '/api/app/sliders/:id/check-in',
    summary: 'Sign up for seminar',
    description:
      'Replaces the days chosen before; no days cancels the sign-up. For a full day the partner is put on the waiting list. With `before`, it returns 409 and changes nothing if other days are chosen by then.',
    params: idParams,
    body: z.strictObject({
      dates: chosenDays,
      before: daysBefore,
    }),
    response: portalSlider,
  }),
  order: route({
    ...partner,
    method: 'POST',
    path: '/api/app/sliders/:id/orders',
    summary: 'Order promotion',
    description: 'Each call with a new Idempotency-Key is a new order.',
    params: idParams,
    body: z.strictObject({
      quantity: pieces,
      /** Confirms that there may be too few in stock; without it such an order is rejected (`order.short`). */
      ignore_quantity: z.optional(z.boolean()),
      /** The price that the partner was shown; when it has changed, nothing is ordered. */
      price: shownPrice,
    }),
    response: portalSliderOrder,
    idempotent: true,
  }),
  orders: route({
    ...partner,
    method: 'GET',
    path: '/api/app/sliderOrders',
    summary: 'List own promotion orders',
    description: 'The newest come first.',
    response: z.array(portalSliderOrder),
  }),
  registrations: route({
    ...partner,
    method: 'GET',
    path: '/api/app/sliderRegistrations',
    summary: 'List own seminar sign-ups',
    description: 'The newest come first.',
    response: z.array(portalRegistration),
  }),
}
