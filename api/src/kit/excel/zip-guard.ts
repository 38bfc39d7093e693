import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { notAWorkbook, SheetError } from './sheet-error.ts'

export interface ZipLimits {
  /** Files in the archive. */
  entries: number
  /** Bytes of all files together, unpacked. */
  unpacked: number
  /** Unpacked bytes for each packed one, of any file larger than 10 MB unpacked. */
  ratio: number
}

const RATIO_FROM = 10 * 1024 * 1024
const WORKBOOK =
  /spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.(sheet|template)\.macroEnabled\.main\+xml/
const DOCTYPES = [Buffer.from('<!DOCTYPE'), Buffer.from('<!DOCTYPE', 'utf16le')]
/** Bytes of a chunk kept for the next, so that a DOCTYPE on the seam is seen. */
const SEAM = 18

/**
 * Reads a whole zip once and throws its content away: what comes after this may trust that the archive is honest,
 * of bearable size and a workbook. Throws {@link SheetError}: `excel.too_large`, `excel.encrypted`, or
 * `excel.file_validation` with the reason `damaged`, `unsafe` (double names, DOCTYPE) or `document`.
 */
export async function guardZip(file: Buffer, limits: ZipLimits): Promise<void> {
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true })
    if (zip.entryCount > limits.entries) throw new SheetError('excel.too_large')
    const parts = await readParts(zip, limits)
    if (!WORKBOOK.test(mainPartType(parts))) throw notAWorkbook('document')
  } catch (error) {
    throw error instanceof SheetError ? error : notAWorkbook('damaged')
  }
}

/** Inflates every entry; the two small parts that say what the archive is are kept as text. */
async function readParts(zip: ZipFile, limits: ZipLimits): Promise<Map<string, string>> {
  const names = new Set<string>()
  const parts = new Map<string, string>()
  let left = limits.unpacked
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (names.has(name)) throw notAWorkbook('unsafe')
    names.add(name)
    if (entry.isEncrypted()) throw new SheetError('excel.encrypted')
    const { uncompressedSize: size, compressedSize } = entry
    if (size > left || (size > RATIO_FROM && size > compressedSize * limits.ratio)) {
      throw new SheetError('excel.too_large')
    }
    left -= size
    const text = await inflate(zip, entry, name === '_rels/.rels' || name === '[content_types].xml')
    if (text) parts.set(name, text)
  }
  return parts
}

// yauzl ends the stream with an error as soon as it is longer or shorter than the entry declares, so that the
// declared sizes above are the real ones; the CRC is checked by nobody else.
async function inflate(zip: ZipFile, entry: Entry, keep: boolean): Promise<string> {
  let sum = 0
  let seam = Buffer.alloc(0)
  const kept: Buffer[] = []
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum)
    const seen = Buffer.concat([seam, chunk])
    if (DOCTYPES.some((doctype) => seen.includes(doctype))) throw notAWorkbook('unsafe')
    seam = seen.subarray(-SEAM)
    if (keep) kept.push(chunk)
  }
  if (sum !== entry.crc32) throw notAWorkbook('damaged')
  return Buffer.concat(kept).toString('utf8')
}

/** Content type of the part that the package's relations call the document. */
function mainPartType(parts: Map<string, string>): string {
  const relation = tags(parts.get('_rels/.rels'), 'Relationship').find((tag) =>
    attribute(tag, 'Type').endsWith('/officeDocument'),
  )
  const path = `/${attribute(relation, 'Target').replace(/^\//, '')}`
  const types = parts.get('[content_types].xml')
  const override = tags(types, 'Override').find((tag) => attribute(tag, 'PartName') === path)
  const byExtension = tags(types, 'Default').find((tag) => path.endsWith(`.${attribute(tag, 'Extension')}`))
  return attribute(override ?? byExtension, 'ContentType')
}

const tags = (xml = '', name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []
const attribute = (tag = '', name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? ''
