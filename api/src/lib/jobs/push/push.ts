// Sends a push message to one device.
import { fcmSender } from './fcm.ts'
import type { Send } from './sender.ts'
import type { PushSettings, VapidKeys } from './settings.ts'
import { isPushService, webPushSender } from './web-push.ts'

/**
 * The senders of the configured push services; without FCM `toPhones` is absent. `keys` are the server's VAPID keys.
 */
export function openSenders(settings: PushSettings, keys: () => Promise<VapidKeys>, timeoutMs: number) {
  const toPhones: Send | undefined = settings.fcm && fcmSender(settings.fcm, settings.fcmUrl, timeoutMs)
  return {
    toPhones,
    toBrowsers: webPushSender(settings, keys, timeoutMs),
    /** Whether an address belongs to an allowed push service. */
    isPushService: (address: string) => isPushService(settings.webPushHosts, address),
  }
}
