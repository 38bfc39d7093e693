import { optionLabel } from '@kontor/contract/lib/lists/list'
import { type Job, jobList, jobStates, jobs } from '@kontor/contract/users/jobs'
import { IconRefresh } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListPage } from '../../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../../components/data-table/rowAction.ts'
import { UsersTabs } from '../../../components/shell/UsersTabs.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useRefetching } from '../../../lib/realtime/useEvents.ts'

const tones = { waiting: 'change', running: 'change', done: 'ok', failed: 'bad' } as const

const SHOWN = [jobs.index]

/** The background jobs: waiting and failed ones, with retry. */
export function JobsPage() {
  const t = useTranslations()
  const { locale } = useLanguage()
  useRefetching(SHOWN)
  const { mutate } = useApiMutation(jobs.retry, { success: t('jobs.retried') })
  const nameOf = useMemo(
    () => (job: Job) => optionLabel(jobList.columns.name, job.name, locale) ?? job.name,
    [locale],
  )
  const columns = useMemo<Col<Job>[]>(
    () => [
      { key: 'name', main: true, cell: nameOf },
      { key: 'created_at', phone: 'below' },
      {
        key: 'state',
        width: 120,
        phone: 'end',
        cell: ({ state }) => <StatusChip on tone={tones[state]} label={jobStates[state][locale]} />,
      },
      { key: 'tries', width: 96 },
      { key: 'error', width: 260, wraps: true, phone: 'line' },
      { key: 'next_at' },
      { key: 'finished_at' },
    ],
    [nameOf, locale],
  )
  const actions = useMemo<RowAction<Job>[]>(
    () => [
      {
        key: 'retry',
        icon: IconRefresh,
        label: t('common.retry'),
        permission: jobs.retry.permission,
        when: ({ state }) => state === 'failed',
        run: ({ job_id }) => mutate({ params: { id: job_id } }),
      },
    ],
    [t, mutate],
  )
  return (
    <ListPage
      heading={t('roles.screen')}
      above={<UsersTabs />}
      list={jobList}
      listRoute={jobs.index}
      columns={columns}
      nameOf={nameOf}
      actions={actions}
    />
  )
}
