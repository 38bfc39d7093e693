import { settings } from '@kontor/contract/users/settings'
import { serveChanges } from '../../../kit/records/rest-stays.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { updateSettings } from './queries.ts'
import { officeSettings } from './table.ts'

export function settingsRoutes({ serve, db }: Kontor) {
  serve(settings.get, () => officeSettings(db))
  serveChanges(
    serve,
    [settings.update, settings.patch],
    { whole: settings.update.body, stored: () => officeSettings(db) },
    ({ user, body }) => updateSettings(db, user, body),
  )
}
