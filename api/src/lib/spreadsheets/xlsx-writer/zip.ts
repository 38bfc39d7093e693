import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A file of an archive: its path in ASCII, and its text, whole or made while it is compressed. */
export interface ZipPart {
  path: string
  text: string | AsyncIterable<string>
}

/** The versions, the flag that sizes follow the content, the method `deflate`, and midnight of 1 January 1980. */
const COMMON = { version: 20, flags: 0x08, method: 8, time: 0, date: 0x21 }
const MAX_BYTES = 0xffff_ffff

/**
 * A zip archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT) of parts that are read one after the
 * other, with back pressure. The checksum is zlib's: one in JavaScript takes a tenth of an export. Throws RangeError for
 * an archive of 4 GB.
 */
export async function* zipped(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, text } of parts) {
    const sums = { crc: 0, size: 0, packed: 0 }
    const start = offset
    for await (const chunk of typeof text === 'string' ? [whole(path, text, sums)] : part(path, text, sums)) {
      offset += chunk.length
      yield chunk
    }
    if (offset > MAX_BYTES || sums.size > MAX_BYTES) throw new RangeError('an archive has less than 4 GB')
    directory.push(central(path, sums, start))
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(directory.length, at)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([entries, end])
}

/** A short part in one piece. */
function whole(path: string, text: string, sums: Sums) {
  const bytes = Buffer.from(text)
  const packed = deflateRawSync(bytes)
  Object.assign(sums, { crc: crc32(bytes), size: bytes.length, packed: packed.length })
  return Buffer.concat([local(path), packed, after(sums)])
}

async function* part(path: string, text: AsyncIterable<string>, sums: Sums) {
  yield local(path)
  const deflate = createDeflateRaw()
  pipeline(Readable.from(counted(text, sums), { objectMode: false }), deflate, () => {}) // the reader has its error
  for await (const chunk of deflate) {
    sums.packed += chunk.length
    yield chunk as Buffer
  }
  yield after(sums)
}

interface Sums {
  crc: number
  size: number
  packed: number
}

async function* counted(text: AsyncIterable<string>, sums: Sums): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    yield bytes
  }
}

function local(path: string) {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  writeCommon(head, 4, path)
  return Buffer.concat([head, Buffer.from(path)])
}

function central(path: string, { crc, size, packed }: Sums, start: number) {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(COMMON.version, 4)
  writeCommon(entry, 6, path)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt32LE(start, 42)
  return Buffer.concat([entry, Buffer.from(path)])
}

/** What the head of a part and its entry in the directory have in common. */
function writeCommon(bytes: Buffer, at: number, path: string) {
  const { version, flags, method, time, date } = COMMON
  for (const [i, value] of [version, flags, method, time, date].entries())
    bytes.writeUInt16LE(value, at + 2 * i)
  bytes.writeUInt16LE(path.length, at + 22)
}

/** What is known of a part only after it. */
function after({ crc, packed, size }: Sums) {
  const bytes = Buffer.alloc(16)
  for (const [i, value] of [0x0807_4b50, crc, packed, size].entries()) bytes.writeUInt32LE(value, i * 4)
  return bytes
}
