import { type DayPlaces as Day, MAX_PLACES, sliderPlaces } from '@kontor/contract/sliders/places'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './DayPlaces.module.css'

interface Props {
  sliderId: number
  mayChange: boolean
}

/** The days of a seminar: how many places are taken, how many partners wait, and the number of places. */
export function DayPlaces({ sliderId, mayChange }: Props) {
  const t = useTranslations()
  const { data } = useApiQuery(sliderPlaces.days, { params: { id: String(sliderId) } })
  useRefresh('sliders', [sliderPlaces.days])
  if (!data?.length) return null
  return (
    <section className={classes.days} aria-label={t('sliders.places')}>
      {data.map((day) => (
        <Place key={`${day.day} ${day.places}`} day={day} sliderId={sliderId} mayChange={mayChange} />
      ))}
    </section>
  )
}

function Place({ day: { day, places, taken, waiting }, sliderId, mayChange }: Props & { day: Day }) {
  const t = useTranslations()
  const { date } = formatOf(useLanguage().locale)
  const [typed, type] = useState(places === null ? '' : String(places))
  const mutation = useApiMutation(sliderPlaces.setPlaces, {
    success: t('sliders.places_saved'),
    onFailed: undefined,
  })
  const save = () => {
    const next = typed.trim() === '' ? null : Number(typed)
    if (next === places || mutation.isPending) return
    if (next !== null && !(Number.isInteger(next) && next >= 1 && next <= MAX_PLACES))
      return type(places === null ? '' : String(places))
    mutation.mutate({ params: { id: String(sliderId) }, body: { day, places: next } })
  }
  return (
    <div className={classes.day} data-full={(places !== null && taken >= places) || undefined}>
      <b>{date(day)}</b>
      <span>
        {places === null ? t('sliders.taken', { taken }) : t('sliders.taken_of', { taken, places })}
        {waiting > 0 && ` · ${t('sliders.waiting', { count: waiting })}`}
      </span>
      {mayChange && (
        <label>
          {t('sliders.places_field')}
          <input
            inputMode="numeric"
            maxLength={4}
            value={typed}
            placeholder={t('sliders.no_limit')}
            onChange={({ currentTarget }) => type(currentTarget.value.replace(/\D/g, ''))}
            onBlur={save}
            onKeyDown={({ key }) => key === 'Enter' && save()}
          />
        </label>
      )}
    </div>
  )
}
