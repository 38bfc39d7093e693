import * as z from 'zod/mini'
import { idParams, moment, name, recordShape, text, version } from './lib/fields/fields.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { commonColumns, listBody, optionsOf, PAGE_OR_FILE, paged } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import type { Locale } from './lib/text/locales.ts'
import { PING, webhookEventNames, webhookEvents } from './webhooks/events.ts'

declare module './lib/http/events.ts' {
  interface EventTypes {
    /** A webhook or its deliveries have changed. */
    webhooks: { id: number }
  }
}

/** `paused` by a user: events are queued; `off` because no delivery succeeded for a day: events are dropped. */
export const webhookStates = {
  on: { cnr: 'Uključen', en: 'On' },
  paused: { cnr: 'Pauziran', en: 'Paused' },
  off: { cnr: 'Isključen zbog grešaka', en: 'Off after failures' },
} as const
/** The state of a webhook that is on and whose last attempt failed. */
export const webhookFailing = { cnr: 'Ne uspijeva', en: 'Failing' } as const

const webhook = z.object({
  ...recordShape,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  state: z.enum(['on', 'paused', 'off']),
  created_at: moment,
  /** Pending deliveries, and failed ones. */
  waiting: z.int(),
  failed: z.int(),
  /** Consecutive failed attempts. */
  failures: z.int(),
  /** Since when attempts have failed, the result of the last one, and the time of the next. */
  failing_since: z.nullable(moment),
  last_status: z.nullable(z.int()),
  last_error: z.nullable(z.string()),
  next_at: z.nullable(moment),
  succeeded_at: z.nullable(moment),
})
export type Webhook = z.infer<typeof webhook>

export const webhookList = recordList({
  name: 'webhooks',
  noun: {
    cnr: { gender: 'm', title: 'Webhookovi', one: 'Webhook', few: 'webhooka', other: 'webhookova' },
    en: { title: 'Webhooks', one: 'Webhook' },
    empty_hint: {
      cnr: 'Webhook javlja drugom programu, npr. ERP-u, čim se nešto desi.',
      en: 'A webhook notifies another program, e.g. an ERP, as soon as something happens.',
    },
    active: { cnr: 'Uključen', en: 'On' },
    inactive: { cnr: 'Isključen', en: 'Off' },
  },
  columns: {
    name: commonColumns.name,
    url: { label: { cnr: 'Adresa', en: 'Address' }, filter: 'text' },
    events: { label: { cnr: 'Događaji', en: 'Events' }, sort: false },
    state: {
      label: { cnr: 'Stanje', en: 'State' },
      filter: 'choice',
      options: optionsOf(webhookStates),
    },
    waiting: { label: { cnr: 'Na čekanju', en: 'Waiting' }, kind: 'number', sort: false },
    succeeded_at: { label: { cnr: 'Posljednji uspjeh', en: 'Last success' }, kind: 'day', sort: false },
    created_at: { label: { cnr: 'Kreiran', en: 'Created' }, filter: 'day', optional: true },
  },
  search: ['name', 'url'],
  sort: { by: 'created_at', desc: true },
  size: 20,
})

export const deliveryStates = {
  waiting: { cnr: 'Čeka', en: 'Waiting' },
  delivered: { cnr: 'Isporučeno', en: 'Delivered' },
  failed: { cnr: 'Neuspjelo', en: 'Failed' },
} as const

/** Why an attempt had no usable response. */
const attemptErrors = new Map([
  ['timeout', { cnr: 'Nema odgovora ni poslije 10 sekundi', en: 'No response within 10 seconds' }],
  ['unreachable', { cnr: 'Adresa nije dostupna', en: 'The address cannot be reached' }],
  ['private', { cnr: 'Adresa vodi u privatnu mrežu', en: 'The address points to a private network' }],
  ['address', { cnr: 'Adresa nije dozvoljena', en: 'The address is not allowed' }],
  [
    'redirect',
    {
      cnr: 'Adresa preusmjerava na drugu, što nije dozvoljeno',
      en: 'The address redirects, which is not allowed',
    },
  ],
])
const response = { cnr: 'Odgovor', en: 'Response' }

/** The result of an attempt in words: the HTTP status, and what was wrong. */
export const attemptText = ({ status, error }: Pick<WebhookDelivery, 'status' | 'error'>, locale: Locale) =>
  [status && `${response[locale]} ${status}`, error && attemptErrors.get(error)?.[locale]]
    .filter(Boolean)
    .join(', ')

const webhookDelivery = z.object({
  id: z.int(),
  type: z.enum([...webhookEventNames, PING]),
  /** The record of the event, after the first attempt and where the caller may see it: its partner, or its own name. */
  record: z.nullable(z.string()),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** HTTP status of the last attempt. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  created_at: moment,
  next_at: z.nullable(moment),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookDeliveryList = recordList({
  name: 'webhookDeliveries',
  noun: {
    cnr: { gender: 'f', title: 'Isporuke', one: 'Isporuka', other: 'isporuka' },
    en: { title: 'Deliveries', one: 'Delivery' },
    empty: { cnr: 'Još ništa nije poslato', en: 'Nothing sent yet' },
    empty_hint: {
      cnr: 'Ovdje se čuva sve što je poslato u posljednjih 30 dana.',
      en: 'Everything sent in the last 30 days is kept here.',
    },
  },
  columns: {
    created_at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    type: {
      label: { cnr: 'Događaj', en: 'Event' },
      filter: 'choice',
      options: [
        ...webhookEventNames.map((value) => ({ value, label: webhookEvents[value].label })),
        { value: PING, label: { cnr: 'Proba', en: 'Test' } },
      ],
    },
    state: {
      label: { cnr: 'Stanje', en: 'State' },
      filter: 'choice',
      options: optionsOf(deliveryStates),
    },
    record: { label: { cnr: 'O čemu', en: 'About' }, sort: false },
    attempts: { label: { cnr: 'Pokušaja', en: 'Attempts' }, filter: 'number' },
    status: { label: response, kind: 'text', sort: false },
    next_at: { label: { cnr: 'Sljedeći pokušaj', en: 'Next attempt' }, kind: 'day', sort: false },
  },
  search: ['type'],
  sort: { by: 'created_at', desc: true },
  size: 20,
})

const attempt = z.object({
  at: moment,
  ms: z.int(),
  /** Null without a response; `error` has the reason. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  /** The beginning of the response body. */
  answer: z.nullable(z.string()),
})
const deliveryDetails = z.extend(webhookDelivery, {
  /** The posted request; null before the first attempt. */
  headers: z.record(z.string(), z.string()),
  body: z.nullable(z.string()),
  tries: z.array(attempt),
})
export type WebhookDeliveryDetails = z.infer<typeof deliveryDetails>

const fields = {
  name: name('validation.webhook_name'),
  url: text({ min: 1, max: 1000 }),
  events: z
    .array(z.enum(webhookEventNames), 'validation.webhook_events')
    .check(z.minLength(1, 'validation.webhook_events'), z.maxLength(100)),
}
const secret = z.object({ id: z.int(), secret: z.string() })

const see = { audience: 'staff', permission: 'webhooks.see' } as const
const change = { audience: 'staff', permission: 'webhooks.change' } as const

export const webhookFields = z.strictObject({ ...fields, version })
const update = route({
  method: 'PUT',
  path: '/api/webhooks/:id',
  ...change,
  summary: 'Update webhook',
  description: 'Changes name, address and events. Requires the permissions for its events (403).',
  params: idParams,
  body: webhookFields,
  response: webhook,
})

export const webhooks = {
  index: route({
    method: 'POST',
    path: '/api/webhooks/index',
    ...see,
    summary: 'Search webhooks',
    description: PAGE_OR_FILE,
    body: listBody(webhookList),
    response: paged(webhook),
  }),
  reach: route({
    method: 'GET',
    path: '/api/webhooks/reach',
    ...see,
    summary: 'Get allowed webhook addresses',
    description: '`allows_private` is whether addresses in private networks can be called.',
    response: z.object({ allows_private: z.boolean() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/webhooks/add',
    ...change,
    summary: 'Create webhook',
    description:
      'The secret is returned only here. Events are posted by the Standard Webhooks, with the headers webhook-id, webhook-timestamp and webhook-signature.',
    body: z.strictObject(fields),
    response: z.extend(webhook, { secret: z.string() }),
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/webhooks/:id', webhookFields),
  setState: route({
    method: 'POST',
    path: '/api/webhooks/:id/state',
    ...change,
    summary: 'Pause or resume webhook',
    description: 'Events that happen during the pause wait.',
    params: idParams,
    body: z.strictObject({ state: z.enum(['on', 'paused']) }),
    response: webhook,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/webhooks/:id',
    ...change,
    summary: 'Delete webhook',
    description: 'Also deletes its deliveries.',
    params: idParams,
    response: z.object({ id: z.int() }),
  }),
  renewSecret: route({
    method: 'POST',
    path: '/api/webhooks/:id/secret',
    ...change,
    summary: 'Rotate webhook secret',
    description: 'The new secret is returned only here. For 24 hours both secrets sign.',
    params: idParams,
    response: secret,
  }),
  ping: route({
    method: 'POST',
    path: '/api/webhooks/:id/ping',
    ...change,
    summary: 'Send test event to webhook',
    params: idParams,
    response: z.object({ id: z.int() }),
  }),
  deliveries: route({
    method: 'POST',
    path: '/api/webhooks/:id/deliveries',
    ...see,
    summary: 'Search webhook deliveries',
    description: `Covers the last 30 days. ${PAGE_OR_FILE}`,
    params: idParams,
    body: listBody(webhookDeliveryList),
    response: paged(webhookDelivery),
  }),
  delivery: route({
    method: 'GET',
    path: '/api/webhooks/deliveries/:id',
    ...see,
    summary: 'Get webhook delivery',
    description: 'Includes the posted body and the response to each attempt.',
    params: idParams,
    response: deliveryDetails,
  }),
  resend: route({
    method: 'POST',
    path: '/api/webhooks/deliveries/:id/resend',
    ...change,
    summary: 'Resend webhook delivery',
    description: 'The webhook-id stays the same.',
    params: idParams,
    response: webhookDelivery,
  }),
}
