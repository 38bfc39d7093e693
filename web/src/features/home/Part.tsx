import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { StaleBar } from '../../components/ui/StaleBar.tsx'
import { stalenessOf } from '../../lib/api/staleness.ts'
import { usePollingUnlessLive } from '../../lib/realtime/useEvents.ts'
import classes from './Part.module.css'

type Query = Parameters<typeof stalenessOf>[0] & { refetch: () => unknown }

interface PartProps {
  /** Grid area on phones. */
  name: 'waiting' | 'orders' | 'missing' | 'debts' | 'running'
  title: string
  /** Secondary text after the title. */
  note?: ReactNode
  /** At the right end. */
  end?: ReactNode
  query: Query
  /** Skeleton rows: their number and height in pixels. */
  rows: readonly [count: number, height: number]
  children: ReactNode
}

const minutes = 60_000

/**
 * Polling intervals of the home page. Even with live events it polls from time to time, because no event
 * announces a new day.
 */
export const usePollInterval = () => usePollingUnlessLive(minutes, 10 * minutes)

/** A section of the home page, which loads and fails on its own and keeps its height meanwhile. */
export function Part({ name, title, note, end, query, rows: [count, height], children }: PartProps) {
  const t = useTranslations()
  const behind = stalenessOf(query)
  const hasFailed = query.isError && query.data === undefined
  return (
    <section
      className={classes.part}
      data-part={name}
      aria-label={title}
      aria-busy={query.data === undefined && !hasFailed}
    >
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        {end && <div className={classes.end}>{end}</div>}
      </header>
      {behind && <StaleBar {...behind} onRetry={() => void query.refetch()} />}
      {hasFailed ? (
        <div className={classes.failed} style={{ minHeight: count * height }} role="alert">
          <IconPlugConnectedX size={20} aria-hidden />
          <span>{t('home.part_failed')}</span>
          <PlainButton small icon={IconRefresh} onClick={() => void query.refetch()}>
            {t('common.retry')}
          </PlainButton>
        </div>
      ) : query.data === undefined ? (
        <div aria-hidden>
          {Array.from({ length: count }, (_, row) => row).map((row) => (
            <div key={row} className={classes.waiting} style={{ height }}>
              <i />
            </div>
          ))}
        </div>
      ) : (
        children
      )}
    </section>
  )
}
