import { type DayPlaces as Day, MAX_PLACES, sliderPlaces } from '@kontor/contract/sliders/places'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './DayPlaces.module.css'

interface DayPlacesProps {
  sliderId: number
  mayChange: boolean
}

/** The days of a seminar: how many places are taken, how many partners wait, and the number of places. */
export function DayPlaces({ sliderId, mayChange }: DayPlacesProps) {
  const t = useTranslations()
  const { data } = useApiQuery(sliderPlaces.days, { params: { id: String(sliderId) } })
  useRefresh('sliders', [sliderPlaces.days])
  if (!data?.length) return null
  return (
    <section className={classes.days} aria-label={t('sliders.places')}>
      {data.map((day) => (
        <Place key={day.day} day={day} sliderId={sliderId} mayChange={mayChange} />
      ))}
    </section>
  )
}

function Place({ day: { day, places, taken, waiting }, sliderId, mayChange }: DayPlacesProps & { day: Day }) {
  const t = useTranslations()
  const { date } = useFormat()
  const error = useId()
  const stored = places === null ? '' : String(places)
  const [typed, setTyped] = useState(stored)
  const [known, setKnown] = useState(stored)
  if (known !== stored) {
    setKnown(stored)
    if (typed === known) setTyped(stored)
  }
  const { isPending, variables, mutate } = useApiMutation(sliderPlaces.setPlaces, {
    success: t('sliders.places_saved'),
  })
  const isWrong = typed !== '' && !(Number(typed) >= 1 && Number(typed) <= MAX_PLACES)
  const next = typed === '' ? null : Number(typed)
  const isChanged = next !== (isPending && variables ? variables.body.places : places)
  /** Left while another number was being saved. */
  const [isWaiting, setWaiting] = useState(false)
  const save = () => {
    setWaiting(isPending)
    if (!isPending && !isWrong && isChanged)
      mutate({ params: { id: String(sliderId) }, body: { day, places: next } })
  }
  const saveWaiting = useEffectEvent(() => isWaiting && save())
  useEffect(() => {
    if (!isPending) saveWaiting()
  }, [isPending])
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
            aria-label={t('sliders.places_of', { day: date(day) })}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? error : undefined}
            inputMode="numeric"
            maxLength={4}
            value={typed}
            placeholder={t('sliders.no_limit')}
            onChange={({ currentTarget }) => {
              setWaiting(false)
              setTyped(currentTarget.value.replace(/\D/g, ''))
            }}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key === 'Enter') save()
              if (event.key !== 'Escape' || typed === stored) return
              event.preventDefault() // the dialog stays open
              setTyped(stored)
            }}
          />
        </label>
      )}
      {isWrong && (
        <small id={error} role="alert">
          {t('validation.places')}
        </small>
      )}
    </div>
  )
}
