import { serviceTemplates } from '@kontor/contract/services'
import { openFiles } from '../../kit/files/files.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { namedTemplates, removeTemplate, saveTemplate, sendTemplate } from './queries.ts'

const HOUR = 3_600_000

export function serviceRoutes({ serve, db, config, maintenance }: Kontor) {
  const store = openFiles(config, 'services')
  serve(serviceTemplates.save, ({ params, files, form }) =>
    saveTemplate(db, store, params.id, files.file, form.version),
  )
  serve(serviceTemplates.remove, ({ params, body }) => removeTemplate(db, params.id, body?.version))
  serve(serviceTemplates.download, ({ params }) => sendTemplate(db, store, params.id))
  maintenance.every(HOUR, 'orphaned templates of services', () =>
    store.sweep((names) => namedTemplates(db, names)),
  )
}
