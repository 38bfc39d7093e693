import { divIcon, type LatLngExpression, type Map as LeafletMap, layerGroup, marker, polyline } from 'leaflet'
import { roundDegrees } from './roundDegrees.ts'

/** Draws meridians and parallels with their degrees, anew whenever the map has moved. */
export function drawGraticule(map: LeafletMap, className: string) {
  const lines = layerGroup().addTo(map)
  const line = (from: LatLngExpression, to: LatLngExpression, degrees: number) => {
    const icon = divIcon({ className, html: `${degrees}°`, iconSize: [48, 16], iconAnchor: [-3, -1] })
    lines.addLayer(polyline([from, to], { className, weight: 1, interactive: false }))
    lines.addLayer(marker(from, { icon, interactive: false, keyboard: false }))
  }
  const draw = () => {
    const bounds = map.getBounds()
    const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())]
    const [west, east] = [bounds.getWest(), bounds.getEast()]
    lines.clearLayers()
    for (const degree of roundDegrees(south, north)) line([degree, west], [degree, east], degree)
    for (const degree of roundDegrees(west, east)) line([north, degree], [south, degree], degree)
  }
  map.on('moveend', draw)
  draw()
}
