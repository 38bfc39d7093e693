/** What happened to a message on one device. `logged`: written to the server's log, for no sender is configured. */
export const deliveryStatuses = ['pending', 'accepted', 'failed', 'removed', 'logged'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why a device has not been reached, or not yet. */
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

/** Most bytes of a message's title, text and link: FCM takes 4096 with what is around them, browsers 3993. */
const MAX_PUSH_BYTES = 3500

/** Whether a message can be sent at all. As JSON, where a quote or a line break counts twice. */
export const fitsPush = (...texts: (string | null | undefined)[]) =>
  new TextEncoder().encode(JSON.stringify(texts)).length <= MAX_PUSH_BYTES
