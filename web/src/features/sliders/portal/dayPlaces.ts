import type { PortalSliderRow } from '@kontor/contract/sliders/portal'

/** A slider that was cached for offline by version 1.0 has no `places`. */
type Placed = Partial<Pick<PortalSliderRow, 'places'>>

/** The places of a day; undefined where it has no limit. */
export const dayPlaces = ({ places = [] }: Placed, day: string) => places.find((one) => one.day === day)

/** The place of the partner in the queue of a day; null where it does not wait. */
export const waitingPosition = (slider: Placed, day: string) => dayPlaces(slider, day)?.waiting ?? null
