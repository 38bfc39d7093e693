import type { AppSliderRow } from '@kontor/contract/sliders/portal'

/** A slider that was cached for offline by version 1.0 has no `places`. */
type Placed = Partial<Pick<AppSliderRow, 'places'>>

/** The places of a day; undefined where it has no limit. */
export const placeOn = ({ places = [] }: Placed, day: string) => places.find((one) => one.day === day)

/** The place of the partner in the queue of a day; null where it does not wait. */
export const turnOn = (slider: Placed, day: string) => placeOn(slider, day)?.waiting ?? null
