import { type SupportConversation, supportInbox } from '@kontor/contract/customerSupport/inbox'
import { IconUserCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import classes from './Reading.module.css'

/** The assignee, with buttons to take, take over or release the conversation. */
export function Taken({ row }: { row: SupportConversation }) {
  const t = useTranslations()
  const { dateTime } = formatOf(useLanguage().locale)
  const can = usePermission()
  const mutation = useApiMutation(supportInbox.take)
  const { id, taken_by, taken_at, is_active, is_mine: isMine } = row
  const canTake = can(supportInbox.take.permission) && is_active
  if (!taken_by && !canTake) return null
  const press = () =>
    mutation.mutate({
      params: { id: String(id) },
      body: { taken: !isMine, ...(taken_by && !isMine && { over: true }) },
    })
  return (
    <p className={classes.taken}>
      {taken_by && taken_at ? (
        <>
          <IconUserCheck size={16} stroke={1.6} aria-hidden />
          {`${t('support.taken', { name: taken_by.name })} · ${dateTime(taken_at)}`}
        </>
      ) : (
        t('support.taken_by_nobody')
      )}
      {canTake && (
        <button type="button" disabled={mutation.isPending} onClick={press}>
          {t(isMine ? 'support.leave' : taken_by ? 'support.take_over' : 'support.take')}
        </button>
      )}
    </p>
  )
}
