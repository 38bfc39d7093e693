import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { session } from '@kontor/contract/session'
import type { ClipboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { TextField } from '../../components/form/fields/fields.tsx'
import { FormRow } from '../../components/form/layout.tsx'
import { choiceOf } from '../../components/form/pickers/chosen.ts'
import { type Point, pointIn } from '../../components/map/point.ts'
import { townOf } from '../../components/map/towns.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import classes from './StorePlace.module.css'

const PointMap = lazyPart(() => import('../../components/map/PointMap.tsx'), 'PointMap')
const MONTENEGRO: Point = [42.7, 19.25]

/** The location of a store: typed in degrees, pasted as a pair or as the link of a map, or picked on the map. */
export function StorePlace() {
  const t = useTranslations()
  const town = townOf(choiceOf(useFormField('city_id').value)?.name ?? '')
  const latitude = useFormField('latitude')
  const longitude = useFormField('longitude')
  const about = useApiQuery(session.about, {}, { staleTime: Number.POSITIVE_INFINITY })
  const choose = ([north, east]: Point) => {
    latitude.set(degreesText(north))
    longitude.set(degreesText(east))
  }
  const paste = (event: ClipboardEvent) => {
    const place = pointIn(event.clipboardData.getData('text'))
    if (!place) return
    event.preventDefault()
    choose(place)
  }
  return (
    <>
      <FormRow onPaste={paste}>
        <TextField name="latitude" />
        <TextField name="longitude" />
      </FormRow>
      <FallbackContext value={<p className={classes.loading}>{t('stores.map_loading')}</p>}>
        {about.data && (
          <PointMap
            label={t('stores.map')}
            point={pointOf(latitude.value, longitude.value)}
            center={MONTENEGRO}
            town={town}
            tiles={about.data.map_tiles}
            onChoose={choose}
          />
        )}
      </FallbackContext>
      <p className={classes.help}>
        {t('stores.map_help')} {about.data?.map_tiles === null && t('stores.no_tiles')}
      </p>
    </>
  )
}

/** Formats degrees with the stored precision. */
const degreesText = (degrees: number) => String(Number(degrees.toFixed(6)))

/** The typed location; null when invalid. */
export function pointOf(latitude: unknown, longitude: unknown): Point | null {
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)]
  return north === null || east === null ? null : [north, east]
}

/** Degrees have no thousands separator: `42.441` and `42,441` are equal, here as on the server. */
function degrees(typed: unknown, limit: number): number | null {
  const parsed = parseDecimal(String(typed ?? ''), { digits: 3, scale: 6 })
  const value = 'value' in parsed ? Number(parsed.value) : Number.NaN
  return Math.abs(value) <= limit ? value : null
}
