import { IconCloudOff, IconMapOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { stalenessOf } from '../../lib/api/staleness.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'

const CachedNotice = lazyPart(() => import('./CachedNotice.tsx'), 'CachedNotice')

/** The time in the notice of the answer around this one, in milliseconds since 1970; null without a notice. */
const NoticeTimeContext = createContext<number | null>(null)

/** Milliseconds by which data must be older to have a notice of its own. */
const MUCH_OLDER = 60_000

interface QueryStateProps<T> {
  query: UseQueryResult<T, ApiError>
  /** Placeholder of the same height, until the response arrives. */
  skeleton: ReactNode
  /** Keeps the data of a record that no longer exists: the screen has input, and says itself that it is gone. */
  keepsGone?: boolean
  children: (data: T) => ReactNode
}

/**
 * Renders a query: a skeleton while loading, the error with a retry button, or the data, marked when a
 * refetch failed. One inside another one repeats the mark only for older data.
 */
export function QueryState<T>({ query, skeleton, keepsGone = false, children }: QueryStateProps<T>) {
  const t = useTranslations()
  const isGone = query.error?.status === 404 // the record no longer exists
  const behind = isGone ? null : stalenessOf(query)
  const noticeTime = use(NoticeTimeContext)
  const isNoticed = behind && noticeTime !== null && behind.since > noticeTime - MUCH_OLDER
  if (query.data !== undefined && (!isGone || keepsGone)) {
    return (
      <>
        {behind && !isNoticed && <CachedNotice {...behind} onRetry={() => void query.refetch()} />}
        <NoticeTimeContext value={behind && !isNoticed ? behind.since : noticeTime}>
          {children(query.data)}
        </NoticeTimeContext>
      </>
    )
  }
  if (query.isError) return <Failure query={query} />
  return (
    <div role="status" aria-label={t('common.loading')}>
      {skeleton}
    </div>
  )
}

function Failure<T>({ query }: { query: UseQueryResult<T, ApiError> }) {
  const t = useTranslations()
  const message = useMessage()
  const { status = 0, body } = query.error ?? {}
  // 422: an invalid URL that no link in the app has.
  if (status === 404 || status === 422)
    return <Notice icon={IconMapOff} title={t('portal.gone')} text={t('portal.gone_text')} />
  const isUnreachable = status === 0
  return (
    <Notice
      icon={isUnreachable ? IconCloudOff : IconPlugConnectedX}
      title={t(isUnreachable ? 'portal.no_network' : 'portal.failed')}
      text={
        isUnreachable ? t('portal.no_network_text') : message(body?.message ?? 'error.internal', body?.params)
      }
    >
      <PlainButton icon={IconRefresh} aria-busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('common.retry')}
      </PlainButton>
    </Notice>
  )
}
