import { divIcon, type LatLngExpression, type Map as LeafletMap, layerGroup, marker, polyline } from 'leaflet'

/** Distances between two lines, in degrees. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45]
const LINES = 6

/** The round degrees from one edge of a view to the other, about six of them. */
export function roundDegrees(from: number, to: number): number[] {
  const step = STEPS.find((one) => (to - from) / one <= LINES) ?? 45
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(3)))
}

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
