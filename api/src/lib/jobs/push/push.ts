// Sends one message to one phone or browser.
import { fcmSender } from './fcm.ts'
import type { Send } from './sender.ts'
import type { PushSettings, VapidKeys } from './settings.ts'
import { isPushService, webPushSender } from './web-push.ts'

/** The push services of the configuration; without one to phones there is no `toPhones`. `keys` are the server's own. */
export function openSenders(settings: PushSettings, keys: () => Promise<VapidKeys>, timeoutMs: number) {
  const toPhones: Send | undefined = settings.fcm && fcmSender(settings.fcm, settings.fcmUrl, timeoutMs)
  return {
    toPhones,
    toBrowsers: webPushSender(settings, keys, timeoutMs),
    /** Whether an address belongs to a push service that may be called. */
    isPushService: (address: string) => isPushService(settings.webPushHosts, address),
  }
}
