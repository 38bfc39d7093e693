import { geoJSON, type Map as LeafletMap } from 'leaflet'
import neighbours from './neighbours.json?url'

/** Draws Montenegro and its neighbours under what is drawn already. The map stays usable when they do not come. */
export async function drawOutline(map: LeafletMap, className: string) {
  let isGone = false
  map.on('unload', () => {
    isGone = true
  })
  const answer = await fetch(neighbours) // as data, which is cheaper to read than a script
  if (!answer.ok) return
  const land = geoJSON(await answer.json(), {
    interactive: false,
    style: { className, weight: 1, fillOpacity: 1 },
  })
  if (!isGone) land.addTo(map).bringToBack()
}
