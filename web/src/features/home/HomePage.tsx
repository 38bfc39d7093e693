import { home } from '@kontor/contract/home'
import { demandPermissions, homeDay } from '@kontor/contract/home/day'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { refetchCached } from '../../lib/api/queries.ts'
import { routeKey, useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useToday } from '../../lib/i18n/useToday.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { Debts } from './Debts.tsx'
import classes from './HomePage.module.css'
import { MissingProducts } from './MissingProducts.tsx'
import { OpenTasks } from './OpenTasks.tsx'
import { Orders } from './Orders.tsx'
import { RunningCampaigns } from './RunningCampaigns.tsx'
import { TileRow } from './TileRow.tsx'

const parts = [home.figures, ...Object.values(homeDay)]

/** The home page: open tasks first, then tiles and key figures. */
export function HomePage() {
  const t = useTranslations()
  const can = usePermission()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('home.title')}</h1>
        <Today />
        <Refresh />
      </header>
      <TileRow />
      <div className={classes.cols}>
        <div className={classes.main}>
          <OpenTasks />
          {can(homeDay.orders.permission) && <Orders />}
          {can(homeDay.missing.permission) && demandPermissions.every((one) => can(one)) && (
            <MissingProducts />
          )}
        </div>
        <div className={classes.side}>
          {can(homeDay.debts.permission) && can('partners.see') && <Debts />}
          {can(homeDay.campaigns.permission) && can('cart.see') && <RunningCampaigns />}
        </div>
      </div>
    </div>
  )
}

/** The time of the data on screen, with a refresh button. */
function Refresh() {
  const t = useTranslations()
  const { time } = useFormat()
  const queries = useQueryClient()
  const { dataUpdatedAt } = useApiQuery(homeDay.waiting, {})
  return (
    <div className={classes.refresh}>
      <span style={dataUpdatedAt > 0 ? undefined : { visibility: 'hidden' }}>
        {t('home.refreshed', { time: time(new Date(dataUpdatedAt).toISOString()) })}
      </span>
      <IconButton
        icon={IconRefresh}
        label={t('table.refresh')}
        onClick={() => {
          for (const route of parts) refetchCached(queries, routeKey(route))
        }}
      />
    </div>
  )
}

function Today() {
  const { fullDay } = useFormat()
  return <p className={classes.today}>{fullDay(useToday())}</p>
}
