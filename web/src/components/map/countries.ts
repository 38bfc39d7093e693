import neighbours from './neighbours.json?url'
import type { Point } from './point.ts'

/** Rings of [longitude, latitude] per part of a country. */
interface Outline {
  type: 'MultiPolygon'
  coordinates: number[][][][]
}

/** The outlines of Montenegro and its neighbours. */
export interface Countries {
  type: 'FeatureCollection'
  features: { type: 'Feature'; properties: object; geometry: Outline }[]
}

/** About three kilometres: the outlines are rounded to one, and stores stand on quays. */
const TOLERANCE = 0.03
const AROUND = [0, TOLERANCE, -TOLERANCE]

/** Loads the outlines as JSON, which parses faster than a script. Rejects when they cannot be loaded. */
export async function loadCountries(): Promise<Countries> {
  const answer = await fetch(neighbours)
  if (!answer.ok) throw new Error(`the outlines were answered with ${answer.status}`)
  return await answer.json()
}

/** Whether a place is outside the country of a town; false when that country is not drawn. */
export function isAbroad({ features }: Countries, place: Point, town: Point): boolean {
  const home = features.find(({ geometry }) => isInside(geometry, town)) ?? features.find(isNear(town))
  return home !== undefined && !isNear(place)(home)
}

const isNear =
  ([latitude, longitude]: Point) =>
  ({ geometry }: Countries['features'][number]) =>
    AROUND.some((north) => AROUND.some((east) => isInside(geometry, [latitude + north, longitude + east])))

/** Whether a line from the point to the east crosses the outline an odd number of times. */
function isInside({ coordinates }: Outline, [y, x]: Point): boolean {
  let inside = false
  for (const ring of coordinates.flat())
    for (let index = 1; index < ring.length; index++) {
      const [x1 = 0, y1 = 0] = ring[index - 1] ?? []
      const [x2 = 0, y2 = 0] = ring[index] ?? []
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside
    }
  return inside
}
