import { settings } from '@kontor/contract/users/settings'
import type { AppContext } from '../../../context.ts'
import { registerUpdate } from '../../../lib/resources/patch.ts'
import { updateSettings } from './queries.ts'
import { officeSettings } from './table.ts'

export function settingsRoutes({ registerRoute, db }: AppContext) {
  registerRoute(settings.get, () => officeSettings(db))
  registerUpdate(
    registerRoute,
    [settings.update, settings.patch],
    { whole: settings.update.body, stored: () => officeSettings(db) },
    ({ user, body }) => updateSettings(db, user, body),
  )
}
