// Towns of Montenegro and the larger ones around it, for the map without tiles and to move the map to a city.
import { fold } from '@kontor/contract/lib/text/fold'
import type { Point } from './point.ts'

interface Town {
  name: string
  /** Of the town's centre, to about a hundred metres. */
  point: Point
  /** The Leaflet zoom from which its name fits on the map. */
  from: number
}

/** One per line: the zoom from which it is named, degrees north and east, name. Coordinates of OpenStreetMap. */
const TOWNS = `5 42.441 19.263 Podgorica
5 44.818 20.457 Beograd
5 43.856 18.413 Sarajevo
5 41.328 19.819 Tirana
5 45.815 15.982 Zagreb
5 41.997 21.428 Skoplje
6 42.663 21.166 Priština
7 42.773 18.945 Nikšić
7 42.093 19.100 Bar
7 43.039 19.748 Bijelo Polje
7 43.357 19.358 Pljevlja
7 42.651 18.094 Dubrovnik
7 43.137 20.512 Novi Pazar
7 43.344 17.808 Mostar
7 43.859 19.849 Užice
7 45.255 19.845 Novi Sad
7 43.520 16.460 Split
7 44.772 17.191 Banja Luka
8 42.453 18.538 Herceg Novi
8 42.843 19.873 Berane
8 41.928 19.224 Ulcinj
8 42.834 20.167 Rožaje
8 42.822 19.517 Kolašin
8 43.154 19.123 Žabljak
8 42.068 19.513 Skadar
8 42.712 18.344 Trebinje
8 42.659 20.288 Peć
9 42.286 18.840 Budva
9 42.391 18.914 Cetinje
9 42.425 18.771 Kotor
9 42.960 19.583 Mojkovac
9 42.597 19.946 Plav
9 43.153 18.839 Plužine
9 42.956 19.097 Šavnik
9 42.554 19.146 Danilovgrad
10 42.436 18.696 Tivat
10 42.734 19.792 Andrijevica
10 42.909 19.964 Petnjica
10 42.562 19.834 Gusinje
10 42.366 19.331 Tuzi
10 42.335 19.231 Golubovci
10 42.206 18.943 Petrovac
10 42.143 19.047 Sutomore
10 42.515 18.697 Risan`

export const towns: readonly Town[] = TOWNS.split('\n').map((line) => {
  const [from, north, east, ...words] = line.split(' ')
  return { from: Number(from), point: [Number(north), Number(east)], name: words.join(' ') }
})

/** The centre of a city by its name, whatever its case and marks; null when it is not known. */
export function townOf(name: string): Point | null {
  const folded = fold(name.trim())
  return towns.find((town) => fold(town.name) === folded)?.point ?? null
}
