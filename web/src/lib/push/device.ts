import { type CallOptions, send } from '../api/apiRequest.ts'
import { appBase } from '../router/appBase.ts'
import { isViewAsPartner } from '../session/storage.ts'

/** Push state of this browser: on, off, blocked, possible only after installing the app, or unsupported. */
export type DeviceState = 'on' | 'off' | 'denied' | 'install' | 'unable'

const DEVICES = appBase.devices
/** The office has no service worker of its own: that of the partners' app shows its messages too. */
const isOffice = appBase.home === '/'

// A view of the office must not touch this browser's own subscription.
const canPush = () =>
  !isViewAsPartner &&
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis
// iOS supports push only for apps on the home screen, and has no PushManager otherwise.
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

const registration = () => navigator.serviceWorker.getRegistration('/app')
const subscription = async () => (await registration())?.pushManager.getSubscription()

/** Resolves with the push state of this browser. */
export async function deviceState(): Promise<DeviceState> {
  if (!canPush()) return isApple() && !isViewAsPartner ? 'install' : 'unable'
  if (Notification.permission === 'denied') return 'denied'
  if (!(await registration())) return isOffice && import.meta.env.PROD ? 'off' : 'unable'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/**
 * Asks for permission, subscribes and registers with the server. Resolves with the new state; throws when
 * the server rejects.
 */
export async function enableDevice(): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return deviceState()
  if (isOffice) await startWorker()
  await subscribe()
  return deviceState()
}

/** Registers an existing subscription again: the server may have lost it, or may have another key. */
export async function refreshDevice() {
  if ((await deviceState()) === 'on') await subscribe()
}

/** Unsubscribes this browser. If the server is not reached, it finds out with its next push. */
export async function disableDevice(options: CallOptions = {}) {
  if (!canPush()) return
  const current = await subscription()
  if (!current) return
  const { endpoint } = current
  await send({ method: 'DELETE', path: DEVICES }, { body: { endpoint } }, options).catch(() => {})
  await current.unsubscribe()
}

/** Registers the service worker; resolves when it is active, as a subscription requires. */
async function startWorker() {
  const { active, installing, waiting } = await navigator.serviceWorker.register('/app/sw.js', {
    scope: '/app',
  })
  const worker = installing ?? waiting
  if (active || !worker) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

async function subscribe() {
  const worker = await registration()
  if (!worker) return
  const answer = await send({ method: 'GET', path: `${DEVICES}/web_push_key` }, {})
  const { public_key } = (await answer.json()) as { public_key: string }
  const before = await worker.pushManager.getSubscription()
  if (before && keyOf(before) !== public_key) await before.unsubscribe()
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  await send({ method: 'POST', path: DEVICES }, { body: made.toJSON() })
}

/** The server key of a subscription, encoded as the server encodes it. */
function keyOf({ options: { applicationServerKey } }: PushSubscription) {
  const letters = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
