import { TextDecoder } from 'node:util'
import type { CodePage, CodePageReading } from '@kontor/contract/lib/imports/ambiguities'

/** Decodes bytes to text, chunk by chunk. */
export type Decoder = Pick<TextDecoder, 'decode'>

/** Characters of the bytes from 128 on in the DOS code page of Central Europe. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0'

/** In order of precedence when they score equally. */
const PAGES = ['windows-1250', 'windows-1251', 'cp852'] as const satisfies readonly CodePage[]

export const decoderOfPage = (page: CodePage): Decoder =>
  page === 'cp852'
    ? {
        decode: (bytes) =>
          Buffer.from(bytes as Buffer)
            .toString('latin1')
            .replaceAll(/[\u0080-\u00ff]/g, (sign) => CP852[sign.charCodeAt(0) - 128] ?? ''),
      }
    : new TextDecoder(page)

/** Bytes of a file that are scanned, and maximum number of words with non-ASCII letters. */
const [SCANNED_BYTES, WORDS] = [4 * 1024 * 1024, 2000]
/** Words and characters of the samples that are shown. */
const [SHOWN, WIDTH] = [5, 60]

/** The code page that scores best, and how the first words read in each code page. */
export function guessPage(file: Buffer): { page: CodePage; readings: CodePageReading[] } {
  const bytes = Buffer.concat(wordsOf(file))
  const read = PAGES.map((page) => decoderOfPage(page).decode(bytes).trimEnd().split('\n'))
  const scores = PAGES.map((page, i) => read[i]?.reduce((sum, word) => sum + scoreOf(word, page), 0) ?? 0)
  const best = Math.max(...scores)
  const readings = PAGES.map((encoding, i) => ({
    encoding,
    text: [...new Set(read[i])].slice(0, SHOWN).join(' · ').slice(0, WIDTH),
  }))
  // Signs alone, e.g. that of the euro, prove nothing.
  return { page: (best > 0 && PAGES[scores.indexOf(best)]) || PAGES[0], readings }
}

/** The words that have bytes beyond ASCII, each with a line break. */
function wordsOf(file: Buffer): Buffer[] {
  const words: Buffer[] = []
  const end = Math.min(file.length, SCANNED_BYTES)
  for (let at = 0; at < end && words.length < WORDS; at++) {
    if ((file[at] ?? 0) < 128) continue
    let from = at
    while (from > 0 && isOfWord(file[from - 1])) from--
    while (at < end && isOfWord(file[at])) at++
    words.push(file.subarray(from, at), LINE)
  }
  return words
}

const LINE = Buffer.from('\n')

/** An ASCII letter, or any byte beyond ASCII. */
const isOfWord = (byte = 0) => byte >= 128 || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)

const OURS = /[čćžšđČĆŽŠĐ]/
/** Further letters and signs that are common in names and prices. */
const USUAL = /[äöüßéáíóúőűçëÄÖÜÉÁÓÚ€„“”‘’–—…§°®™©«»\u00a0]/
const SERBIAN = /[абвгдђежзијклљмнњопрстћуфхцчџш]/i
const CYRILLIC = /\p{Script=Cyrillic}/u

/** Scores a word: letters of the language with plausible neighbours add to it, everything else subtracts. */
function scoreOf(word: string, page: CodePage): number {
  let score = 0
  for (const [i, sign] of [...word].entries()) {
    const [before = '', after = ''] = [word[i - 1], word[i + 1]]
    // No word continues with capitals after a small letter, or with small letters after two capitals.
    if (isLower(before) && isUpper(sign)) score -= 2
    if (isUpper(word[i - 2] ?? '') && isUpper(before) && isLower(sign)) score -= 2
    if (sign < '\u0080') continue
    const isNextToLatin = /[a-z]/i.test(before) || /[a-z]/i.test(after)
    if (page === 'windows-1251' && CYRILLIC.test(sign)) {
      const isNextToCyrillic = CYRILLIC.test(before) || CYRILLIC.test(after)
      score += isNextToLatin ? -3 : isNextToCyrillic ? (SERBIAN.test(sign) ? 1 : 0.5) : -1
    } else if (USUAL.test(sign)) score += 0.5
    else if (page !== 'windows-1251' && OURS.test(sign)) score += isNextToLatin ? 2 : -1
    else score -= /\p{L}/u.test(sign) ? 1 : 2
  }
  return score
}

const isLower = (sign: string) => /\p{Ll}/u.test(sign)
const isUpper = (sign: string) => /\p{Lu}/u.test(sign)
