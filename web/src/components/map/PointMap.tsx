// A map of one point, with or without tiles.
import {
  control,
  divIcon,
  type LatLng,
  type Map as LeafletMap,
  type Marker,
  map as makeMap,
  marker,
  tileLayer,
} from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { geoJSON, type LatLngExpression, layerGroup, polyline } from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/IconButton.tsx'
import { loadCountries } from './countries.ts'
import classes from './PointMap.module.css'
import { type Point, roundDegrees } from './point.ts'
import { towns } from './towns.ts'

interface PointMapProps {
  label: string
  point: Point | null
  /** Centre while there is neither point nor town. */
  center: Point
  /** The town to look at: the map moves there when it changes. */
  town?: Point | null
  /** URL of the tiles with {z}, {x} and {y}; null for an outline of the countries with a grid of degrees. */
  tiles: string | null
  /** When absent, the map is read-only. */
  onChoose?: (point: Point) => void
}

/** Leaflet zoom. The outline is accurate to a kilometre and would be blank at a tile map's zoom. */
const FAR = 7
const NEAR = { tiles: 14, outline: 10 }
const TOWN = { tiles: 12, outline: 10 }
const NEAREST = 19

/**
 * A map that shows one point, or lets the user choose it by a click or by dragging the marker. It follows
 * changes of `point`.
 */
export function PointMap({ label, point, center, town = null, tiles, onChoose }: PointMapProps) {
  const t = useTranslations()
  const containerRef = useRef<HTMLElement>(null)
  const drawn = useRef<{ map: LeafletMap; pin: Marker } | null>(null)
  const choose = useEffectEvent((at: LatLng) => {
    const { lat, lng } = at.wrap()
    onChoose?.([lat, lng])
  })
  const draw = useEffectEvent((element: HTMLElement) => {
    const zoom = point ? NEAR : town && TOWN
    const map = drawGround(element, tiles, {
      center: [...(point ?? town ?? center)],
      zoom: zoom ? zoom[tiles ? 'tiles' : 'outline'] : FAR,
    })
    const icon = divIcon({ className: classes.pin ?? '', iconSize: [20, 20] })
    const pin = marker([0, 0], {
      icon,
      draggable: onChoose !== undefined,
      autoPan: true,
      keyboard: false,
      title: t('map.marker'),
    })
    pin.on('dragend', () => choose(pin.getLatLng()))
    if (onChoose) map.on('click', ({ latlng }) => choose(latlng))
    return { map, pin }
  })
  useEffect(() => {
    if (!containerRef.current) return
    const { map, pin } = draw(containerRef.current)
    drawn.current = { map, pin }
    return () => {
      map.remove()
    }
  }, [])
  const lookAtTown = useEffectEvent((at: Point) => {
    const zoom = TOWN[tiles ? 'tiles' : 'outline']
    drawn.current?.map.setView([...at], zoom, { animate: false })
  })
  // The first town is where the map begins; its point, if any, is looked at instead.
  const shownTown = useRef(town)
  useEffect(() => {
    if (town && town !== shownTown.current) lookAtTown(town)
    shownTown.current = town
  }, [town])
  const [latitude, longitude] = point ?? []
  useEffect(() => {
    if (!drawn.current) return
    const { map, pin } = drawn.current
    if (latitude === undefined || longitude === undefined) pin.remove()
    else {
      pin.setLatLng([latitude, longitude]).addTo(map)
      if (!map.getBounds().contains([latitude, longitude]))
        map.panTo([latitude, longitude], { animate: false })
    }
  }, [latitude, longitude])
  return (
    <div className={classes.frame}>
      <section ref={containerRef} className={classes.map} aria-label={label} />
      <div className={classes.zoom}>
        <IconButton icon={IconPlus} label={t('map.zoom_in')} onClick={() => drawn.current?.map.zoomIn()} />
        <IconButton icon={IconMinus} label={t('map.zoom_out')} onClick={() => drawn.current?.map.zoomOut()} />
      </div>
    </div>
  )
}

/** Adds the tiles, or the outline and the grid. */
function drawGround(
  element: HTMLElement,
  tiles: string | null,
  view: { center: [number, number]; zoom: number }, // set first: layers read the view
): LeafletMap {
  const map = makeMap(element, {
    ...view,
    zoomControl: false,
    attributionControl: false,
    keyboard: false,
    zoomAnimation: false, // an animation that outlives the form would use a removed map
    maxZoom: NEAREST,
  })
  if (tiles) addTiles(map, tiles)
  else {
    drawGraticule(map, classes.grid ?? '')
    drawTowns(map, classes.town ?? '')
    drawOutline(map, classes.land ?? '').catch(() => undefined) // the grid works without the outline
  }
  return map
}

/** Adds the tile layer. Tile servers require a referrer, and the attribution must be visible. */
function addTiles(map: LeafletMap, tiles: string) {
  tileLayer(tiles, { maxZoom: NEAREST, referrerPolicy: 'origin', attribution: '© OpenStreetMap' }).addTo(map)
  control.attribution({ position: 'bottomleft', prefix: false }).addTo(map)
}

/**
 * Draws Montenegro and its neighbours below the other layers. The map stays usable when they cannot be
 * loaded.
 */
async function drawOutline(map: LeafletMap, className: string) {
  let isGone = false
  map.on('unload', () => {
    isGone = true
  })
  const land = geoJSON(await loadCountries(), {
    interactive: false,
    style: { className, weight: 1, fillOpacity: 1 },
  })
  if (!isGone) land.addTo(map).bringToBack()
}

/** A text on the map that screen readers leave out: there are dozens. */
const unread = (text: string) => `<span aria-hidden="true">${text}</span>`

/** Writes the names of the towns that fit, again after every zoom. */
function drawTowns(map: LeafletMap, className: string) {
  const names = layerGroup().addTo(map)
  const draw = () => {
    names.clearLayers()
    for (const { name, point, from } of towns) {
      if (from > map.getZoom()) continue
      const icon = divIcon({ className, html: unread(name), iconSize: [96, 16], iconAnchor: [-6, 8] })
      names.addLayer(marker([...point], { icon, interactive: false, keyboard: false }))
    }
  }
  map.on('zoomend', draw)
  draw()
}

/** Draws meridians and parallels with labels, again after every move. */
function drawGraticule(map: LeafletMap, className: string) {
  const lines = layerGroup().addTo(map)
  const line = (from: LatLngExpression, to: LatLngExpression, degrees: number) => {
    const icon = divIcon({ className, html: unread(`${degrees}°`), iconSize: [48, 16], iconAnchor: [-3, -1] })
    lines.addLayer(polyline([from, to], { className, weight: 1, interactive: false }))
    lines.addLayer(marker(from, { icon, interactive: false, keyboard: false }))
  }
  const draw = () => {
    const bounds = map.getBounds()
    const south = Math.max(-90, bounds.getSouth())
    const north = Math.min(90, bounds.getNorth())
    const west = bounds.getWest()
    const east = bounds.getEast()
    lines.clearLayers()
    for (const degree of roundDegrees(south, north)) line([degree, west], [degree, east], degree)
    for (const degree of roundDegrees(west, east)) line([north, degree], [south, degree], degree)
  }
  map.on('moveend', draw)
  draw()
}
