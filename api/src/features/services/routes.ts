import { serviceTemplates } from '@kontor/contract/services'
import type { AppContext } from '../../context.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { namedTemplates, removeTemplate, saveTemplate, sendTemplate } from './queries.ts'

const HOUR = 3_600_000

export function serviceRoutes({ registerRoute, db, config, maintenance }: AppContext) {
  const store = openFileStore(config, 'services')
  registerRoute(serviceTemplates.save, ({ params, files, form }) =>
    saveTemplate(db, store, params.id, files.file, form.version),
  )
  registerRoute(serviceTemplates.remove, ({ params, body }) => removeTemplate(db, params.id, body?.version))
  registerRoute(serviceTemplates.download, ({ params }) => sendTemplate(db, store, params.id))
  maintenance.every(HOUR, 'orphaned templates of services', () =>
    store.sweep((names) => namedTemplates(db, names)),
  )
}
