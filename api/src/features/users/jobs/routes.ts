import { jobs as jobRoutes } from '@kontor/contract/jobs'
import type { AppContext } from '../../../context.ts'
import { pageOrFile } from '../../../lib/lists/export.ts'
import { jobSource, retryJob } from './queries.ts'

export function jobScreenRoutes({ registerRoute, db, jobs }: AppContext) {
  registerRoute(jobRoutes.index, ({ body, locale }) => pageOrFile(db, jobSource(), body, locale))
  registerRoute(jobRoutes.retry, async ({ params }) => {
    await retryJob(db, jobs, params.id)
    return { message: 'jobs.enqueued' }
  })
}
