import { homeDay } from '@kontor/contract/home/day'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useIsPhone } from '../../lib/layout/useMedia.ts'
import { cacheAnswer, lastCached } from '../../lib/offline/cache.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { returningState } from '../partners/PartnerLink.tsx'
import classes from './OpenTasks.module.css'
import { actionPermissions, ageOf, type OpenTaskRow, openTaskRows } from './openTaskRows.tsx'
import { Part } from './Part.tsx'

/** Polling interval in milliseconds: results of push services and imports have no event. */
const POLL_MS = 60_000
/** Name of the cached number of rows of the last visit, for which space is reserved. */
const ROWS = 'home.rows'

/** The open tasks: each row has an action button, and links to its list. */
export function OpenTasks() {
  const t = useTranslations()
  const format = useFormat()
  const isPhone = useIsPhone()
  const query = useApiQuery(homeDay.waiting, {}, { refetchInterval: () => POLL_MS })
  useRefresh(['messages', 'sliders', 'cart', 'catalogueOrders', 'support_message'], [homeDay.waiting])
  const rows = query.data ? openTaskRows(query.data, t, format) : []
  const count = rows.reduce((all, row) => all + row.count, 0)
  const last = query.data?.last_order
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (isLoaded) void cacheAnswer(ROWS, async () => rows.length)
  }, [isLoaded, rows.length])
  const [reserved] = useState(() => Math.max(1, lastCached<number>(ROWS)?.data ?? 5))
  return (
    <Part
      name="waiting"
      title={t('home.waiting.title')}
      note={count > 0 ? t('home.waiting.items', { count }) : undefined}
      query={query}
      rows={[reserved, isPhone ? 82 : 49]}
    >
      {rows.length === 0 ? (
        <p className={classes.empty}>
          {t('home.waiting.nothing')}
          {last && ` ${t('home.waiting.last_order', { age: ageOf(last, t, format) })}`}
        </p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <OneRow key={row.what} row={row} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function OneRow({
  row: { what, icon: Icon, isBad, count, whose, more, age, to, search },
}: {
  row: OpenTaskRow
}) {
  const t = useTranslations()
  const can = usePermission()
  const needed = actionPermissions[what]
  return (
    <li>
      <Icon size={18} data-bad={isBad || undefined} aria-hidden />
      <strong className={classes.count}>{t('home.figure', { count })}</strong>
      <div className={classes.subject}>
        <h3>{t(`home.waiting.${what}.title`, { count })}</h3>
        <p>
          {whose}
          {more}
        </p>
      </div>
      <span className={classes.age}>{age}</span>
      <Link className={classes.verb} to={to} search={search ?? {}} state={returningState}>
        {t(needed && !can(needed) ? 'home.waiting.catalogueOrders.verb' : `home.waiting.${what}.verb`)}
      </Link>
    </li>
  )
}
