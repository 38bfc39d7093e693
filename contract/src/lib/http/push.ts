/** Delivery status of a message on one device. `logged`: only written to the log, because no sender is configured. */
export const deliveryStatuses = ['pending', 'accepted', 'failed', 'removed', 'logged'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why a device was not reached yet or at all. */
export const deliveryErrors = [
  'unregistered',
  'signed_out',
  'inactive',
  'timeout',
  'unreachable',
  'busy',
  'credentials',
  'rejected',
  'expired',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

/** Kinds of devices. */
export const platforms = ['android', 'ios', 'web'] as const
export type Platform = (typeof platforms)[number]

/** Maximum bytes of a message's title, text and link: FCM takes 4096 including the envelope, browsers 3993. */
const MAX_PUSH_BYTES = 3500

/** Whether a message fits, measured as JSON, in which a quote or a line break takes two bytes. */
export const fitsPush = (...texts: (string | null | undefined)[]) =>
  new TextEncoder().encode(JSON.stringify(texts)).length <= MAX_PUSH_BYTES
