import type { GeoJsonObject } from 'geojson'
import { geoJSON, type Map as LeafletMap } from 'leaflet'

/** Draws Montenegro and its neighbours under what is drawn already. The map stays usable when they do not come. */
export async function drawOutline(map: LeafletMap, className: string) {
  let isGone = false
  map.on('unload', () => {
    isGone = true
  })
  const { default: neighbours } = await import('./neighbours.json')
  // A JSON module's type has plain texts where GeoJSON's has fixed words.
  const land = geoJSON(neighbours as unknown as GeoJsonObject, {
    interactive: false,
    style: { className, weight: 1, fillOpacity: 1 },
  })
  if (!isGone) land.addTo(map).bringToBack()
}
