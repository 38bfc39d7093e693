import { appDevices } from '@kontor/contract/notifications/portal'
import type { AppContext } from '../../../context.ts'
import { listDevices, registerDevice, removeDevice } from './queries.ts'

export function deviceRoutes({ registerRoute, db, push }: AppContext) {
  registerRoute(appDevices.index, ({ user }) => listDevices(db, user.id))
  registerRoute(appDevices.register, ({ user, body }) => registerDevice(db, push, user, body))
  registerRoute(appDevices.remove, ({ user, body }) =>
    removeDevice(db, user.id, 'token' in body ? body.token : body.endpoint),
  )
  registerRoute(appDevices.webPushKey, async () => ({ public_key: await push.publicKey() }))
}
