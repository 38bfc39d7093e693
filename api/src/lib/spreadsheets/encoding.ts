import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import type { CodePage, CodePageReading } from '@kontor/contract/lib/imports/ambiguities'
import { type Decoder, decoderOfPage, guessPage } from './code-pages.ts'
import { damaged } from './sheet-error.ts'

/**
 * The decoder of an XML or text file that begins like this: by its byte order mark, by zeros between its first letters
 * (UTF-16) or by what an XML declaration says; UTF-8 otherwise. It throws on bytes that its encoding does not have;
 * throws RangeError itself for an encoding that nobody knows.
 */
export function decoderOf(start: Buffer): TextDecoder {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(start.toString('latin1', 0, 200))?.[1]
  return new TextDecoder(markedEncoding(start) ?? declared ?? 'utf-8', { fatal: true })
}

/** How a text is decoded: a new decoder for each reading, and the code page where it could only be guessed. */
interface TextEncoding {
  decoder: () => Decoder
  guess?: Guess
}

export interface Guess {
  page: CodePage
  readings: CodePageReading[]
}

/** That of a text that says nothing of its encoding: what is no UTF-8 is in the code page wanted, or the likeliest. */
export function encodingOfText(file: Buffer, wanted?: CodePage): TextEncoding {
  const encoding = markedEncoding(file) ?? wideEncoding(file) ?? (isUtf8(file) ? 'utf-8' : undefined)
  if (encoding) return { decoder: () => new TextDecoder(encoding) }
  const guess = guessPage(file)
  const page = wanted ?? guess.page
  return { decoder: () => decoderOfPage(page), guess: { ...guess, page } }
}

/** That of a web page: what it says of its encoding counts, unless its bytes are UTF-8 or nobody knows it. */
export function encodingOfPage(file: Buffer, wanted?: CodePage): TextEncoding {
  const declared = /charset\s*=\s*["']?([\w-]+)/i.exec(file.toString('latin1', 0, 4096))?.[1]
  if (!declared || isUtf8(file) || markedEncoding(file)) return encodingOfText(file, wanted)
  try {
    const { encoding } = new TextDecoder(declared)
    if (!encoding.startsWith('utf-')) return { decoder: () => new TextDecoder(encoding) }
  } catch {
    // an encoding that nobody knows
  }
  return encodingOfText(file, wanted)
}

/** What a file's first bytes say: a byte order mark, or in XML of UTF-16 a `<` beside a zero. */
function markedEncoding([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return undefined
}

/** UTF-16 without a mark: every other byte of most letters, digits and separators is zero. */
function wideEncoding(file: Buffer): string | undefined {
  const start = file.subarray(0, 512)
  const zeros = (offset: number) => start.filter((byte, i) => i % 2 === offset && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (Math.max(even, odd) * 4 < start.length || Math.min(even, odd) > 0) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Bytes decoded at a time: what the thread is busy with before others get their turn. */
const CHUNK = 32 * 1024

/** A text file in pieces. Throws SheetError where its bytes are none of the decoder's, or the signal's reason. */
export async function* decoded(file: Buffer, decoder: Decoder, signal: AbortSignal): AsyncGenerator<string> {
  for (let at = 0; at < file.length; at += CHUNK) {
    await setImmediate()
    signal.throwIfAborted()
    try {
      yield decoder.decode(file.subarray(at, at + CHUNK), { stream: at + CHUNK < file.length })
    } catch (error) {
      throw error instanceof TypeError ? damaged('encoding', error) : error
    }
  }
}
