import { inflateSync } from 'node:zlib'

const WOFF = { header: 44, entry: 20 }
const SFNT = { header: 12, entry: 16 }

/**
 * Unpacks the TrueType font of a WOFF 1.0 file (https://www.w3.org/TR/WOFF). fontkit reads WOFF too, but decompresses a
 * table again at every access, and fonts that it embeds from WOFF 2 are damaged.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT.header + count * SFNT.entry)
  woff.copy(head, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  for (const [i, value] of [count, 2 ** power * 16, power, (count - 2 ** power) * 16].entries()) {
    head.writeUInt16BE(value, 4 + i * 2)
  }
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let i = 0; i < count; i++) {
    const from = WOFF.header + i * WOFF.entry
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(start, start + packed)
    const to = SFNT.header + i * SFNT.entry
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(offset, to + 8)
    head.writeUInt32BE(length, to + 12)
    parts.push(packed < length ? inflateSync(bytes) : bytes, Buffer.alloc(-length & 3))
    offset += length + (-length & 3)
  }
  return Buffer.concat(parts)
}
