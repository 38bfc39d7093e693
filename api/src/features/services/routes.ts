import { serviceTemplates } from '@kontor/contract/services'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { namedTemplates, removeTemplate, saveTemplate, sendTemplate } from './queries.ts'

export function serviceRoutes({ registerRoute, db, config, jobs }: AppContext) {
  const store = openFileStore(config, 'services')
  registerRoute(serviceTemplates.save, ({ params, files, form }) =>
    saveTemplate(db, store, params.id, files.file, form.version),
  )
  registerRoute(serviceTemplates.remove, ({ params, body }) => removeTemplate(db, params.id, body?.version))
  registerRoute(serviceTemplates.download, ({ params }) => sendTemplate(db, store, params.id))
  jobs.schedule('orphaned_service_templates', EVERY_HOUR, () =>
    store.sweep((names) => namedTemplates(db, names)),
  )
}
