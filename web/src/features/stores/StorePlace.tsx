import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { session } from '@kontor/contract/session'
import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { HelpText } from '../../components/form/FieldMessage.tsx'
import { useFormField } from '../../components/form/FormContext.ts'
import { TextField } from '../../components/form/fields/fields.tsx'
import { FormRow } from '../../components/form/layout.tsx'
import { pickedRecordOf } from '../../components/form/pickers/chosen.ts'
import { isLink, type Point, pointIn } from '../../components/map/point.ts'
import { townOf } from '../../components/map/towns.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import classes from './StorePlace.module.css'

const PointMap = lazyPart(() => import('../../components/map/PointMap.tsx'), 'PointMap')
const MONTENEGRO: Point = [42.7, 19.25]

/** The location of a store: typed in degrees, typed or pasted as a pair or as the link of a map, or picked on the map. */
export function StorePlace() {
  const t = useTranslations()
  const town = townOf(pickedRecordOf(useFormField('city_id').value)?.name ?? '')
  const latitude = useFormField('latitude')
  const longitude = useFormField('longitude')
  const about = useApiQuery(session.about, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [isWithoutPlace, setWithoutPlace] = useState(false)
  const choose = ([north, east]: Point) => {
    setWithoutPlace(false)
    latitude.set(degreesText(north))
    longitude.set(degreesText(east))
  }
  /** Takes the place of a text, or says that a link has none. Returns whether the text was either. */
  const take = (text: string) => {
    const place = pointIn(text)
    if (place) choose(place)
    else setWithoutPlace(isLink(text))
    return place !== null || isLink(text)
  }
  const paste = (event: ClipboardEvent) => {
    if (take(event.clipboardData.getData('text'))) event.preventDefault()
  }
  // A typed pair is taken when it is complete: the first Enter or Ctrl+Enter does not save it.
  const typed = ({ target }: SyntheticEvent) => target instanceof HTMLInputElement && take(target.value)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !typed(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <FormRow onPaste={paste} onBlur={typed} onKeyDown={onEnter}>
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
      {isWithoutPlace && (
        <p className={classes.problem} role="alert">
          {t('stores.link_without_place')}
        </p>
      )}
      <HelpText>
        {t('stores.map_help')} {about.data?.map_tiles === null && t('stores.no_tiles')}
      </HelpText>
    </>
  )
}

/** Formats degrees with the stored precision. */
const degreesText = (degrees: number) => String(Number(degrees.toFixed(6)))

/** The typed location; null when invalid. */
export function pointOf(latitude: unknown, longitude: unknown): Point | null {
  const north = degrees(latitude, 90)
  const east = degrees(longitude, 180)
  return north === null || east === null ? null : [north, east]
}

/** Degrees have no thousands separator: `42.441` and `42,441` are equal, here as on the server. */
function degrees(typed: unknown, limit: number): number | null {
  const parsed = parseDecimal(String(typed ?? ''), { digits: 3, scale: 6 })
  const value = 'value' in parsed ? Number(parsed.value) : Number.NaN
  return Math.abs(value) <= limit ? value : null
}
