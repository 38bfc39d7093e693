import type { PortalSliderRow } from '@kontor/contract/sliders/portal'

/** A slider that was cached for offline by version 1.0 has neither. */
type Placed = Partial<Pick<PortalSliderRow, 'places' | 'waiting_dates'>>

/** The places of a day; undefined where it has no limit. */
export const dayPlaces = ({ places = [] }: Placed, day: string) => places.find((one) => one.day === day)

/** The place of the partner in the queue of a day; null where it does not wait. */
export const waitingPosition = (slider: Placed, day: string) => dayPlaces(slider, day)?.waiting ?? null

/** The chosen days from today on: with a place, waited for, and those that are no longer offered. */
export function comingDays(
  {
    chosen_dates,
    available_dates,
    waiting_dates = [],
  }: Placed & Pick<PortalSliderRow, 'chosen_dates' | 'available_dates'>,
  today: string,
) {
  const coming = chosen_dates.filter((day) => day >= today)
  const offered = coming.filter((day) => available_dates.includes(day))
  return {
    placed: offered.filter((day) => !waiting_dates.includes(day)),
    waiting: offered.filter((day) => waiting_dates.includes(day)),
    gone: coming.filter((day) => !available_dates.includes(day)),
  }
}
