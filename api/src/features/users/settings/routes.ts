import { settings } from '@kontor/contract/users/settings'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { updateSettings } from './queries.ts'
import { officeSettings } from './table.ts'

export function settingsRoutes({ serve, db }: Kontor) {
  serve(settings.get, () => officeSettings(db))
  serve(settings.update, ({ user, body }) => updateSettings(db, user, body))
}
