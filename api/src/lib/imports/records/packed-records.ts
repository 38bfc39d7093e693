import { pack, unpack } from '../../spreadsheets/packed-rows.ts'
import type { ExistingRecord } from '../plan/plan-rules.ts'

type Records = ReadonlyMap<string, ExistingRecord>

/**
 * Stored records by key, in portions; packed when there may be very many. A portion is unpacked as a whole, so lookups
 * should be in the order in which the records were added.
 */
export class PackedRecords {
  readonly #isPacked: boolean
  readonly #portions: (Buffer | Records)[] = []
  /** The portion of each key. */
  readonly #places = new Map<string, number>()
  #open: { place: number; records: Records } | undefined

  constructor(isPacked = false) {
    this.#isPacked = isPacked
  }

  add(records: Records) {
    for (const key of records.keys()) this.#places.set(key, this.#portions.length)
    this.#portions.push(this.#isPacked ? pack([...records]) : records)
  }

  get(key: string) {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    if (this.#open?.place !== place) this.#open = { place, records: this.#unpacked(place) }
    return this.#open.records.get(key)
  }

  /** The values of all records. */
  *[Symbol.iterator]() {
    for (const place of this.#portions.keys())
      for (const { values } of this.#unpacked(place).values()) yield values
  }

  #unpacked(place: number): Records {
    const portion = this.#portions[place] ?? new Map<string, ExistingRecord>()
    return Buffer.isBuffer(portion) ? new Map(unpack(portion) as [string, ExistingRecord][]) : portion
  }
}
