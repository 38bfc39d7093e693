import type { Partner } from '@kontor/contract/partners'
import type { PartnerOverview } from '@kontor/contract/partners/page'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { Activity } from './Activity.tsx'
import { Aside } from './Aside.tsx'
import { Figures } from './Figures.tsx'
import { OpenStrip } from './OpenStrip.tsx'
import classes from './Overview.module.css'

interface OverviewProps {
  partner: Partner
  overview: PartnerOverview | undefined
}

/** Three columns: figures, timeline, master data. */
export function Overview({ partner, overview }: OverviewProps) {
  const sees = usePermission()('figures.see')
  return (
    <div className={classes.overview} data-figures={sees || undefined}>
      {sees && <Figures partner={partner} overview={overview} />}
      <div className={classes.middle}>
        {overview && <OpenStrip partner={partner} overview={overview} />}
        <Activity partner={partner} opened={overview?.opened} />
      </div>
      <Aside partner={partner} overview={overview} />
    </div>
  )
}
