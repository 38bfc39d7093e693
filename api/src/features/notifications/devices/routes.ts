import { appDevices } from '@kontor/contract/notifications/portal'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { listDevices, registerDevice, removeDevice } from './queries.ts'

export function deviceRoutes({ serve, db, push }: Kontor) {
  serve(appDevices.index, ({ user }) => listDevices(db, user.id))
  serve(appDevices.register, ({ user, body }) => registerDevice(db, push, user, body))
  serve(appDevices.remove, ({ user, body }) =>
    removeDevice(db, user.id, 'token' in body ? body.token : body.endpoint),
  )
  serve(appDevices.webPushKey, async () => ({ public_key: await push.publicKey() }))
}
