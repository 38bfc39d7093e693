import { type PortalSlider, portalSliders } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconCalendarEvent, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { responseKey } from '../../../lib/api/useApiQuery.ts'
import { useToday } from '../../../lib/i18n/useToday.ts'
import { useDayNames } from './dayNames.ts'
import { comingDays, dayPlaces, waitingPosition } from './dayPlaces.ts'
import classes from './SliderPage.module.css'

/** Registers for days of a seminar, changes them, or withdraws. Past days stay. */
export function CheckIn({ slider }: { slider: PortalSlider }) {
  const t = useTranslations()
  const { days } = useDayNames()
  const [question, confirm] = useConfirm()
  const { chosen_dates, available_dates } = slider
  const today = useToday()
  const past = chosen_dates.filter((one) => one < today)
  const open = chosen_dates.filter((one) => one >= today)
  // A chosen day that is no longer offered stays until the partner removes it.
  const offered = [...new Set([...available_dates, ...open])].sort()
  const { chosen, isChanged, toggle } = useChosen(open, offered)
  const { send, isSending } = useCheckIn(slider, open)
  const isJoined = open.length > 0
  const { placed, waiting } = comingDays(slider, today)
  useUnsaved(isChanged)
  const count = chosen.length
  const join = count > 0 ? t('portal.slider.join_count', { count }) : t('portal.slider.join')
  const joining = isJoined ? t('portal.slider.change') : join
  const withdraw = async () => {
    const isConfirmed = await confirm({
      title: t('portal.slider.withdraw_title'),
      text: t('portal.slider.withdraw_text'),
      action: t('portal.slider.withdraw'),
    })
    if (isConfirmed) send([])
  }
  return (
    <section className={classes.section}>
      <h3>{t('portal.slider.days')}</h3>
      {placed.length + waiting.length > 0 && <Joined hasPlace={placed.length > 0} />}
      {offered.length === 0 ? (
        <p className={cards.muted}>{t('portal.slider.no_days')}</p>
      ) : (
        <>
          {!isJoined && <p className={cards.muted}>{t('portal.slider.days_hint')}</p>}
          <Days offered={offered} chosen={chosen} slider={slider} isSending={isSending} onToggle={toggle} />
          <div className={classes.actions}>
            <Button
              disabled={!isChanged || chosen.length === 0}
              loading={isSending}
              onClick={() => send(chosen)}
            >
              {joining}
            </Button>
            {isJoined && (
              <Button variant="default" disabled={isSending} onClick={() => void withdraw()}>
                {t('portal.slider.withdraw')}
              </Button>
            )}
          </div>
        </>
      )}
      {past.length > 0 && <p className={cards.muted}>{t('portal.slider.past', { days: days(past) })}</p>}
      {question}
    </section>
  )
}

/**
 * The days that are ticked: the stored ones and what is changed here. The changes stay when a colleague changes the
 * sign-up meanwhile.
 */
function useChosen(stored: readonly string[], offered: readonly string[]) {
  const [known, setKnown] = useState(stored)
  const [toggled, setToggled] = useState<readonly string[]>([])
  if (known.join() !== stored.join()) {
    setKnown(stored)
    setToggled(toggled.filter((day) => known.includes(day) === stored.includes(day)))
  }
  return {
    chosen: offered.filter((day) => stored.includes(day) !== toggled.includes(day)),
    isChanged: offered.some((day) => toggled.includes(day)),
    toggle: (day: string) =>
      setToggled(toggled.includes(day) ? toggled.filter((other) => other !== day) : [...toggled, day]),
  }
}

/** That the partner is signed up, or that it waits for all its days. */
function Joined({ hasPlace }: { hasPlace: boolean }) {
  const t = useTranslations()
  const Icon = hasPlace ? IconCircleCheck : IconClock
  return (
    <p className={classes.joined} data-waiting={!hasPlace || undefined}>
      <Icon size={20} aria-hidden />
      {t(hasPlace ? 'portal.slider.joined' : 'portal.slider.waits')}
    </p>
  )
}

interface DaysProps {
  offered: readonly string[]
  chosen: readonly string[]
  slider: PortalSlider
  isSending: boolean
  onToggle: (day: string) => void
}

function Days({ offered, chosen, slider, isSending, onToggle }: DaysProps) {
  const t = useTranslations()
  const placeOf = usePlaces(slider)
  const { day } = useDayNames()
  return (
    <fieldset className={`${cards.card} ${cards.rows}`} disabled={isSending}>
      <legend className={classes.legend}>{t('portal.slider.days')}</legend>
      {offered.map((one) => (
        <label key={one} className={`${cards.row} ${classes.day}`}>
          <IconCalendarEvent size={20} aria-hidden />
          <span className={cards.grow}>
            {day(one)}
            <span className={classes.places}>{placeOf(one)}</span>
          </span>
          <input type="checkbox" checked={chosen.includes(one)} onChange={() => onToggle(one)} />
        </label>
      ))}
    </fieldset>
  )
}

/** What a day's places mean for this partner: its place in the queue, how many are free, that it would wait, or that it
 * is no longer offered. */
function usePlaces(slider: PortalSlider) {
  const t = useTranslations()
  return (day: string) => {
    if (!slider.available_dates.includes(day)) return t('portal.slider.gone')
    const one = dayPlaces(slider, day)
    if (!one) return null
    if (one.waiting !== null) return t('portal.slider.waiting', { place: String(one.waiting) })
    if (slider.chosen_dates.includes(day)) return t('portal.slider.has_place')
    return one.free > 0 ? t('portal.slider.free', { count: one.free }) : t('portal.slider.full')
  }
}

/** The server keeps past days, so only future ones are sent, with those that were chosen `before`. */
function useCheckIn({ id, chosen_dates }: PortalSlider, before: readonly string[]) {
  const t = useTranslations()
  const queries = useQueryClient()
  const [success, setSuccess] = useState<'joined_done' | 'changed_done' | 'withdrawn_done'>('joined_done')
  const [added, setAdded] = useState<readonly string[]>([])
  const mutation = useApiMutation(portalSliders.checkIn, {
    onDone: (changed) => {
      // Before the page can be used again: a day ticked over the old days would be lost when the new ones come.
      queries.setQueryData(responseKey(portalSliders.one, { params: { id: String(id) } }), changed)
      const turn = added.map((day) => waitingPosition(changed, day)).find((one) => one !== null)
      notify.success(
        turn ? t('portal.slider.joined_waiting', { place: String(turn) }) : t(`portal.slider.${success}`),
      )
    },
    onFailed: (error) => {
      shownError.show(error)
      if (error.status === 409) void queries.invalidateQueries() // another user of the partner has changed the days
    },
  })
  const send = (dates: readonly string[]) => {
    if (mutation.isPending) return
    setSuccess(
      dates.length === 0 ? 'withdrawn_done' : chosen_dates.length > 0 ? 'changed_done' : 'joined_done',
    )
    setAdded(dates.filter((day) => !chosen_dates.includes(day)))
    mutation.mutate({ params: { id: String(id) }, body: { dates: [...dates], before: [...before] } })
  }
  return { send, isSending: mutation.isPending }
}
