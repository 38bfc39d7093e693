import { send } from '../../lib/api/apiRequest.ts'

/** Push state of this browser: on, possible, blocked, or possible only once the app is installed. */
export type DeviceState = 'on' | 'off' | 'denied' | 'install' | 'unable'

const DEVICES = '/api/app/user_firebase_tokens'

const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
// Apple pushes to an app on the home screen alone, and has no PushManager before.
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

const registration = () => navigator.serviceWorker.getRegistration('/app')
const subscription = async () => (await registration())?.pushManager.getSubscription()

/** How it stands with this device. */
export async function deviceState(): Promise<DeviceState> {
  if (!canPush()) return isApple() ? 'install' : 'unable'
  if (Notification.permission === 'denied') return 'denied'
  if (!(await registration())) return 'unable'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/** Asks for permission, subscribes and registers at the server. Returns the new state; throws when the server refuses. */
export async function enableDevice(): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return deviceState()
  await subscribe()
  return deviceState()
}

/** Tells the server again that this device is there: it may have forgotten, or its key may be another one. */
export async function refreshDevice() {
  if ((await deviceState()) === 'on') await subscribe()
}

/** This device is pushed to no more. What the server does not hear it finds out with the next message. */
export async function disableDevice() {
  if (!canPush()) return
  const current = await subscription()
  if (!current) return
  const { endpoint } = current
  await send({ method: 'DELETE', path: DEVICES }, { body: { endpoint } }).catch(() => {})
  await current.unsubscribe()
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

/** The server's key as a subscription keeps it, written as the server writes it. */
function keyOf({ options: { applicationServerKey } }: PushSubscription) {
  const letters = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
