import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Rows that are added one by one and read in order: an array, or {@link PackedRows} where there may be very many. */
export interface Rows<T> extends Iterable<T> {
  readonly length: number
  push(row: T): unknown
}

/** Compresses values outside V8's heap, as JSON; level 1 costs as much as the garbage that it saves. */
export const pack = (values: unknown) => deflateRawSync(JSON.stringify(values), { level: 1 })
export const unpack = (packed: Buffer): unknown => JSON.parse(inflateRawSync(packed).toString())

/** Rows that are packed together. */
const PIECE = 500

/**
 * Packed rows: V8 takes long to collect a heap of a hundred thousand rows, and lets it grow by as much again. Every
 * reading creates new objects. `shorten` and `restore` convert a row to a shorter form and back.
 */
export class PackedRows<T, Short = T> implements Rows<T> {
  readonly #packed: Buffer[] = []
  readonly #shorten: (row: T) => Short
  readonly #restore: (short: Short) => T
  #last: Short[] = []

  constructor(shorten: (row: T) => Short, restore: (short: Short) => T) {
    this.#shorten = shorten
    this.#restore = restore
  }

  get length() {
    return this.#packed.length * PIECE + this.#last.length
  }

  push(row: T) {
    this.#last.push(this.#shorten(row))
    if (this.#last.length < PIECE) return
    this.#packed.push(pack(this.#last))
    this.#last = []
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    for (const piece of this.#packed) for (const row of unpack(piece) as Short[]) yield this.#restore(row)
    for (const row of this.#last) yield this.#restore(row)
  }
}
