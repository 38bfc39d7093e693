import { setImmediate } from 'node:timers/promises'
import type { TextDecoder } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { decoderOf } from '../encoding.ts'
import type { ReadLimits } from '../limits.ts'
import { damagedFileError, SheetError } from '../sheet-error.ts'
import { type XmlHandler, XmlReader } from './xml.ts'

/** Bytes unpacked at a time, before other requests run. */
const CHUNK = 16 * 1024
const RATIO_FROM = 10 * 1024 * 1024
/** Namespaces of spreadsheets, transitional and strict, and of the package. */
const NAMESPACES = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
  'http://schemas.openxmlformats.org/package/2006/content-types',
])

/** The parts of an Office zip. Only requested parts are unpacked. */
export class Package {
  /** Unpacked bytes by part: a part that is read again counts once. */
  readonly #unpacked = new Map<Entry, number>()
  readonly #file: Buffer
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly limits: ReadLimits
  readonly #signal: AbortSignal

  private constructor(
    file: Buffer,
    zip: ZipFile,
    entries: Map<string, Entry>,
    limits: ReadLimits,
    signal: AbortSignal,
  ) {
    this.#file = file
    this.#zip = zip
    this.#entries = entries
    this.limits = limits
    this.#signal = signal
  }

  static async open(file: Buffer, limits: ReadLimits, signal: AbortSignal): Promise<Package> {
    const zip = await fromBufferPromise(file, { lazyEntries: true })
    if (zip.entryCount > limits.entries) throw new SheetError('excel.too_large')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      const name = keyOf(entry.fileName)
      if (entries.has(name)) throw new SheetError('excel.unsafe')
      if (entry.isEncrypted()) throw new SheetError('excel.encrypted')
      entries.set(name, entry)
    }
    return new Package(file, zip, entries, limits, signal)
  }

  has(path: string): boolean {
    return this.#entries.has(keyOf(path))
  }

  /** Feeds a small part that lists other parts to a handler. */
  async readIndex(path: string, handler: XmlHandler): Promise<void> {
    for await (const _ of this.#parse(path, handler, this.limits.index));
  }

  async read(path: string, handler: XmlHandler): Promise<void> {
    for await (const _ of this.parse(path, handler));
  }

  /** Feeds a part to a handler chunk by chunk; the caller may stop after any chunk. */
  parse(path: string, handler: XmlHandler): AsyncGenerator<void> {
    return this.#parse(path, handler, this.limits.unpacked)
  }

  async *#parse(path: string, handler: XmlHandler, max: number): AsyncGenerator<void> {
    try {
      const xml = new XmlReader(handler, NAMESPACES, this.limits)
      let decoder: TextDecoder | undefined
      for await (const chunk of this.#unpack(path, max)) {
        this.#signal.throwIfAborted()
        decoder ??= decoderOf(chunk)
        xml.push(decoder.decode(chunk, { stream: true }))
        yield
      }
      xml.push(decoder?.decode() ?? '')
      xml.end()
      yield
    } catch (error) {
      throw sheetErrorOf(error, this.#signal)
    }
  }

  async *#unpack(path: string, max: number): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(path))
    if (!entry) throw damagedFileError(`no ${path}`)
    const { fileDataStart: start } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const packed = this.#file.subarray(start, start + entry.compressedSize)
    let size = 0
    let sum = 0
    for await (const chunk of entry.compressionMethod === 0 ? slices(packed) : inflate(entry, packed)) {
      size += chunk.length
      // Declared sizes cannot be trusted: the unpacked bytes are counted.
      if (size > max || this.#isTooMuch(entry, size)) throw new SheetError('excel.too_large')
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== entry.crc32 || size !== entry.uncompressedSize) throw damagedFileError(path)
  }

  #isTooMuch(entry: Entry, size: number): boolean {
    this.#unpacked.set(entry, Math.max(size, this.#unpacked.get(entry) ?? 0))
    const all = this.#unpacked.values().reduce((sum, one) => sum + one, 0)
    const { unpacked, ratio } = this.limits
    return all > unpacked || (size > RATIO_FROM && size > entry.compressedSize * ratio)
  }
}

/** Converts errors of zlib, yauzl, TextDecoder and URL to SheetError: the file is damaged. */
export function sheetErrorOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  return error instanceof SheetError ? error : damagedFileError(String(error), error)
}

/** Part names in the form in which Office compares them. */
const keyOf = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK)
    await setImmediate()
  }
}

async function* inflate(entry: Entry, packed: Buffer): AsyncGenerator<Buffer> {
  if (entry.compressionMethod !== 8) throw damagedFileError('unknown compression')
  const stream = createInflateRaw({ chunkSize: CHUNK })
  stream.end(packed)
  yield* stream
}
