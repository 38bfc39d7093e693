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
  readonly #portionByKey = new Map<string, number>()
  #open: { index: number; records: Records } | undefined

  constructor(isPacked = false) {
    this.#isPacked = isPacked
  }

  add(records: Records) {
    for (const key of records.keys()) this.#portionByKey.set(key, this.#portions.length)
    this.#portions.push(this.#isPacked ? pack([...records]) : records)
  }

  get(key: string) {
    const index = this.#portionByKey.get(key)
    if (index === undefined) return undefined
    if (this.#open?.index !== index) this.#open = { index, records: this.#unpacked(index) }
    return this.#open.records.get(key)
  }

  /** The values of all records. */
  *[Symbol.iterator]() {
    for (const index of this.#portions.keys())
      for (const { values } of this.#unpacked(index).values()) yield values
  }

  #unpacked(index: number): Records {
    const portion = this.#portions[index] ?? new Map<string, ExistingRecord>()
    return Buffer.isBuffer(portion) ? new Map(unpack(portion) as [string, ExistingRecord][]) : portion
  }
}
