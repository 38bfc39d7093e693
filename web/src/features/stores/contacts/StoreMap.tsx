import { session } from '@kontor/contract/session'
import type { Store } from '@kontor/contract/stores'
import { useTranslations } from 'use-intl'

import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import classes from './StoreMap.module.css'

const PointMap = lazyPart(() => import('../../../components/map/PointMap.tsx'), 'PointMap')

/** The location of a store on a map. */
export function StoreMap({ store: { latitude, longitude } }: { store: Store }) {
  const t = useTranslations()
  const about = useApiQuery(session.about, {}, { staleTime: Number.POSITIVE_INFINITY })
  const point = [Number(latitude), Number(longitude)] as const
  return (
    <div className={classes.map}>
      {about.data && (
        <PointMap label={t('stores.place')} point={point} center={point} tiles={about.data.map_tiles} />
      )}
    </div>
  )
}
