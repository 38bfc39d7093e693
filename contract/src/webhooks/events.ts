import * as z from 'zod/mini'
import { supportTypeName } from '../customerSupport.ts'
import { moment } from '../lib/fields/fields.ts'
import type { Permission } from '../lib/http/permissions.ts'
import { keysOf } from '../lib/lists/keys.ts'
import { recordRef } from '../lib/lists/list.ts'
import type { LocalizedText } from '../lib/text/locales.ts'
import { partner } from '../partners.ts'

const product = z.object({ id: z.int(), erp_code: z.string(), name: z.string() })
/** Euros at the time of the order, as exact decimals: per piece and in total. */
const paid = { price: z.string(), total: z.string() }

const order = z.object({
  id: z.int(),
  created_at: moment,
  /** Lines that were ordered together share it. */
  basket: z.string(),
  partner: recordRef,
  product,
  quantity: z.int(),
  ...paid,
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  /** False when the office has deactivated it. */
  is_active: z.boolean(),
})
const promotionOrder = z.object({
  id: z.int(),
  created_at: moment,
  slider: recordRef,
  partner: recordRef,
  product,
  quantity: z.int(),
  /** Null for orders before prices were kept. */
  price: z.nullable(z.string()),
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
})
const cartItem = z.object({
  id: z.int(),
  created_at: moment,
  campaign: recordRef,
  partner: recordRef,
  product,
  quantity: z.int(),
  ...paid,
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  is_delivered: z.boolean(),
})
const signUp = z.object({
  id: z.int(),
  created_at: moment,
  slider: recordRef,
  partner: recordRef,
  dates: z.array(z.iso.date()),
  /** Those of them that are full, for which the partner waits. */
  waiting_dates: z.array(z.iso.date()),
})
const deletedRecord = { id: z.int(), partner_id: z.int() }
const supportMessage = z.object({
  id: z.int(),
  created_at: moment,
  type: z.literal([1, 2, 3]),
  type_name: supportTypeName,
  message_content: z.string(),
  partner: recordRef,
  user: z.string(),
})

interface EventKind {
  /** In English also the summary in the OpenAPI document. */
  label: LocalizedText
  /** When it is sent, for the OpenAPI document. */
  description: string
  /** The schema of its data. */
  data: z.ZodMiniType
  /** The permissions that a user needs to read it here, or to choose where it is sent. */
  permission: readonly Permission[]
}

/** The events of webhooks, each with the schema of its `data`. */
export const webhookEvents = {
  'order.created': {
    label: { cnr: 'Nova narudžba iz kataloga', en: 'New catalogue order' },
    description: 'Sent when a partner orders from the catalogue: one event per line.',
    data: order,
    permission: ['catalogueOrders.see'],
  },
  'order.changed': {
    label: { cnr: 'Izmijenjena narudžba iz kataloga', en: 'Catalogue order changed' },
    description: 'Sent when the office deactivates or restores a catalogue order.',
    data: order,
    permission: ['catalogueOrders.see'],
  },
  'promotion_order.created': {
    label: { cnr: 'Nova narudžba iz promocije', en: 'New promotion order' },
    description: 'Sent when a partner orders a promotion.',
    data: promotionOrder,
    permission: ['sliders.see'],
  },
  'cart_item.created': {
    label: { cnr: 'Nova stavka u korpi', en: 'New cart line' },
    description: 'Sent when a partner adds a cart line in a campaign.',
    data: cartItem,
    permission: ['cart.see'],
  },
  'cart_item.changed': {
    label: { cnr: 'Izmijenjena stavka u korpi', en: 'Cart line changed' },
    description:
      'Sent when a partner changes the quantity of a cart line, or the office marks the line as undelivered.',
    data: cartItem,
    permission: ['cart.see'],
  },
  'cart_item.delivered': {
    label: { cnr: 'Isporučena stavka iz korpe', en: 'Cart line delivered' },
    description: 'Sent when the office marks a cart line as delivered.',
    data: cartItem,
    permission: ['cart.see'],
  },
  'cart_item.removed': {
    label: { cnr: 'Povučena stavka iz korpe', en: 'Cart line withdrawn' },
    description: 'Sent when a partner withdraws a cart line.',
    data: z.object({ ...deletedRecord, campaign_id: z.int(), product_id: z.int(), quantity: z.int() }),
    permission: ['cart.see'],
  },
  'sign_up.created': {
    label: { cnr: 'Nova prijava na seminar', en: 'New seminar sign-up' },
    description: 'Sent when a partner signs up for a seminar.',
    data: signUp,
    permission: ['sliders.see'],
  },
  'sign_up.changed': {
    label: { cnr: 'Izmijenjena prijava na seminar', en: 'Seminar sign-up changed' },
    description: 'Sent when a partner’s days of a seminar change.',
    data: signUp,
    permission: ['sliders.see'],
  },
  'sign_up.removed': {
    label: { cnr: 'Povučena prijava na seminar', en: 'Seminar sign-up cancelled' },
    description: 'Sent when a partner’s sign-up for a seminar is cancelled.',
    data: z.object({ ...deletedRecord, slider_id: z.int() }),
    permission: ['sliders.see'],
  },
  'support_message.created': {
    label: { cnr: 'Nova poruka korisničke podrške', en: 'New support message' },
    description: 'Sent when a partner starts a conversation with customer support.',
    data: supportMessage,
    permission: ['customerSupport.see'],
  },
  'partner.changed': {
    label: { cnr: 'Dodat ili izmijenjen partner', en: 'Partner added or changed' },
    description:
      'Sent when a user, an API key or an import creates or changes a partner: one event per partner.',
    data: partner,
    permission: ['partners.see', 'figures.see'],
  },
} as const satisfies Record<string, EventKind>

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = keysOf(webhookEvents)
/** The event of a test; it cannot be subscribed to. */
export const PING = 'ping'

/** The posted body, for the OpenAPI document. */
export const webhookBody = (type: WebhookEvent) =>
  z.object({ type: z.literal(type), timestamp: moment, data: webhookEvents[type].data })
