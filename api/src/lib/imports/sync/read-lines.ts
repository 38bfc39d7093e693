import { lineLimits } from '@kontor/contract/lib/imports/sync'
import { HttpError } from '../../http/http-error.ts'

/** A line that is not blank, by its number from 1; without bytes when it is longer than allowed. */
interface Line {
  number: number
  bytes: Buffer | undefined
}

const NEWLINE = 0x0a
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Splits a body into lines while it arrives; of a line that is too long nothing is buffered beyond the limit. Throws
 * 413 when the body is too large and 422 when it has too many lines. Blank lines count as well, because compressed they
 * cost the sender nothing.
 */
export async function* splitLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let size = 0
  let number = 0
  let total = 0
  const addPart = (part: Buffer) => {
    size += part.length
    if (size <= lineLimits.lineBytes) parts.push(part)
    else parts = []
  }
  const count = () => {
    number += 1
    if (number > lineLimits.lines)
      throw new HttpError('sync.too_many_lines', { params: { max: lineLimits.lines } })
  }
  const end = (): Line => {
    const [first] = parts
    const whole = first && parts.length === 1 ? first : Buffer.concat(parts) // most lines are in one part
    const bytes = size > lineLimits.lineBytes ? undefined : whole
    parts = []
    size = 0
    count()
    return { number, bytes: number === 1 && bytes?.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes }
  }
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    total += bytes.length
    if (total > lineLimits.bytes) throw new HttpError('error.too_large')
    let from = 0
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      if (to > from) addPart(bytes.subarray(from, to))
      from = to + 1
      if (size === 0) count()
      else {
        const line = end()
        if (!isBlank(line)) yield line
      }
    }
    addPart(bytes.subarray(from))
  }
  if (size === 0) return
  const last = end()
  if (!isBlank(last)) yield last
}

const isBlank = ({ bytes }: Line) => bytes?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
