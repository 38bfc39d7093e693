import type { FileRoute } from '@kontor/contract/lib/http/files'
import { download, fetchFile } from '../../../lib/api/apiRequest.ts'
import type { FileCalls } from './SentFile.tsx'

/** The calls for the files of messages, by the route that answers them. */
export const fileCalls = (route: FileRoute): FileCalls => ({
  name: route.path,
  picture: (id, size, signal) =>
    fetchFile(
      route,
      { params: { id: String(id) }, query: size === 'preview' ? { preview: '1' } : {} },
      { signal },
    ),
  save: (id) => download(route, { params: { id: String(id) }, query: {} }),
})
