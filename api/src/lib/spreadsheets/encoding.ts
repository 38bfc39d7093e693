import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import type { CodePage } from '@kontor/contract/lib/imports/questions'
import { type Decoder, decoderOfPage, type Guess, guessPage } from './code-pages.ts'
import { damagedFileError } from './sheet-error.ts'

/**
 * The decoder of an XML or text file with this start: by its byte order mark, by zeros between its first letters
 * (UTF-16) or by its XML declaration; UTF-8 otherwise. The decoder throws on invalid bytes; an unknown encoding throws
 * RangeError.
 */
export function decoderOf(start: Buffer): TextDecoder {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(start.toString('latin1', 0, 200))?.[1]
  return new TextDecoder(markedEncoding(start) ?? declared ?? 'utf-8', { fatal: true })
}

/** How a text is decoded: a new decoder for each pass, and the code page where it was guessed. */
interface TextEncoding {
  decoder: () => Decoder
  guess?: GuessedPage
}

/** A guessed code page, or the one that was chosen instead. */
export interface GuessedPage extends Guess {
  isChosen: boolean
}

/** The encoding of a text without a declaration: UTF-8, otherwise the requested code page or the likeliest. */
export function encodingOfText(file: Buffer, requested?: CodePage): TextEncoding {
  const encoding = markedEncoding(file) ?? wideEncoding(file) ?? (isUtf8(file) ? 'utf-8' : undefined)
  if (encoding) return { decoder: () => new TextDecoder(encoding) }
  const guess = guessPage(file)
  const page = requested ?? guess.page
  return { decoder: () => decoderOfPage(page), guess: { ...guess, page, isChosen: requested !== undefined } }
}

/** The encoding of a web page: the declared one, unless the bytes are valid UTF-8 or the encoding is unknown. */
export function encodingOfPage(file: Buffer, requested?: CodePage): TextEncoding {
  const declared = /charset\s*=\s*["']?([\w-]+)/i.exec(file.toString('latin1', 0, 4096))?.[1]
  if (!declared || isUtf8(file) || markedEncoding(file)) return encodingOfText(file, requested)
  try {
    const { encoding } = new TextDecoder(declared)
    if (!encoding.startsWith('utf-')) return { decoder: () => new TextDecoder(encoding) }
  } catch {
    // an unknown encoding
  }
  return encodingOfText(file, requested)
}

/** The encoding by the first bytes: a byte order mark, or in UTF-16 XML a `<` next to a zero. */
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
  const even = zeros(0)
  const odd = zeros(1)
  if (Math.max(even, odd) * 4 < start.length || Math.min(even, odd) > 0) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Bytes decoded at a time, before other requests run. */
const CHUNK = 32 * 1024

/** A text file in chunks. Throws SheetError on bytes that are invalid in the encoding, or the signal's reason. */
export async function* decoded(file: Buffer, decoder: Decoder, signal: AbortSignal): AsyncGenerator<string> {
  for (let at = 0; at < file.length; at += CHUNK) {
    await setImmediate()
    signal.throwIfAborted()
    try {
      yield decoder.decode(file.subarray(at, at + CHUNK), { stream: at + CHUNK < file.length })
    } catch (error) {
      throw error instanceof TypeError ? damagedFileError('encoding', error) : error
    }
  }
}
