import { appDevices, staffDevices } from '@kontor/contract/notifications/portal'
import type { AppContext } from '../../../context.ts'
import { listDevices, registerDevice, removeDevice } from './queries.ts'

export function deviceRoutes({ registerRoute, db, push }: AppContext) {
  for (const devices of [appDevices, staffDevices]) {
    registerRoute(devices.index, ({ user }) => listDevices(db, user.id))
    registerRoute(devices.register, ({ user, body }) => registerDevice(db, push, user, body))
    registerRoute(devices.remove, ({ user, body }) =>
      removeDevice(db, user.id, 'token' in body ? body.token : body.endpoint),
    )
    registerRoute(devices.webPushKey, async () => ({ public_key: await push.publicKey() }))
  }
}
