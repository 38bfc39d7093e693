import { TextDecoder } from 'node:util'
import type { CodePage, CodePageReading } from '@kontor/contract/lib/imports/questions'

/** Decodes bytes to text, chunk by chunk. */
export type Decoder = Pick<TextDecoder, 'decode'>

/** Characters of the bytes from 128 on in the DOS code page of Central Europe. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0'

/** In order of precedence when they score equally. */
const PAGES = ['windows-1250', 'windows-1251', 'cp852', 'iso-8859-2'] as const satisfies readonly CodePage[]

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
const SCANNED_BYTES = 4 * 1024 * 1024
const WORDS = 2000
/** Words and characters of the samples that are shown. */
const SHOWN = 5
const WIDTH = 60

/** A guessed code page, and how the first words read in each. */
export interface Guess {
  page: CodePage
  readings: CodePageReading[]
  /** Whether its words are clearly of the office's languages or German, and no other code page reads them as well. */
  isClear: boolean
}

/** The code page that scores best; UTF-8 where it has more letters than wrong bytes. */
export function guessPage(file: Buffer): Guess {
  const bytes = Buffer.concat(nonAsciiWords(file))
  const isWide = isNearlyUtf8(file)
  const pages: CodePage[] = isWide ? ['utf-8', ...PAGES] : [...PAGES]
  const read = pages.map((page) => decoderOfPage(page).decode(bytes).trimEnd().split('\n'))
  const readings = PAGES.map((page) => (read[pages.indexOf(page)] ?? []).map((word) => scoreWord(word, page)))
  const scores = readings.map(totalScore)
  const best = Math.max(...scores)
  const at = Math.max(scores.indexOf(best), 0)
  const chosen = readings[at] ?? []
  // Signs alone, e.g. that of the euro, prove nothing.
  const page = isWide ? 'utf-8' : best > 0 ? (PAGES[at] ?? PAGES[0]) : PAGES[0]
  const isAmbiguous = readings.some((other) => {
    const differing = chosen.map((_, i) => i).filter((i) => chosen[i]?.word !== other[i]?.word)
    const [score = 0, otherScore = 0] = [chosen, other].map((words) =>
      totalScore(differing.flatMap((i) => words[i] ?? [])),
    )
    return differing.length > 0 && otherScore * 2 > score
  })
  return {
    page,
    isClear: !isWide && !isAmbiguous && isPlausible(chosen),
    readings: pages.map((encoding, i) => ({
      encoding,
      text: [...new Set(read[i])].slice(0, SHOWN).join(' · ').slice(0, WIDTH),
    })),
  }
}

/** How far a text is searched for letters of UTF-8: counting all of a large file would hold up others. */
const NEARLY_BYTES = 256 * 1024

/** Whether a text that is not UTF-8 has at least as many letters of UTF-8 as wrong bytes. */
function isNearlyUtf8(file: Buffer): boolean {
  const text = file.toString('utf8', 0, NEARLY_BYTES)
  const wrong = text.match(/\ufffd/g)?.length ?? 0
  const letters = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
  return letters > 0 && letters >= wrong
}

/** The words that have bytes beyond ASCII, each with a line break. */
function nonAsciiWords(file: Buffer): Buffer[] {
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

const NATIVE = /[čćžšđČĆŽŠĐ]/
/** Letters before others that no native word has there: French or German words in another code page. */
const UNFITTING = /ž[cčćfhkpsšt]|š[bdđgzž]|č[bdđfgrszž]|ć[bdđgrz]|đ[cčćfhkpšt]/i
const GERMAN = /[äöüßÄÖÜ]/
/** Further letters and signs that are common in names and prices. */
const USUAL = /[éáíóúőűçëÉÁÓÚ€„“”‘’–—…§°®™©«»\u00a0]/
const SERBIAN = /[абвгдђежзијклљмнњопрстћуфхцчџш]/i
const CYRILLIC = /\p{Script=Cyrillic}/u

/** How a word reads in a code page. */
interface ScoredWord {
  word: string
  score: number
  /** It has a letter of the office's languages or of German in a plausible place. */
  isNative: boolean
  /** It has a sign or a letter that no native word has. */
  isForeign: boolean
}

const totalScore = (words: readonly ScoredWord[]) => words.reduce((sum, { score }) => sum + score, 0)

/** Whether few words are foreign and some are native; signs without letters are of every language. */
function isPlausible(words: readonly ScoredWord[]) {
  const foreign = words.filter((word) => word.isForeign).length
  const hasNative = words.some((word) => word.isNative)
  return (
    foreign * WORDS_PER_FOREIGN <= words.length &&
    (hasNative || words.every(({ word }) => !/[^\0-\x7f]/.test(word.replace(SIGNS, ''))))
  )
}
/** One word of so many may be foreign: a name. */
const WORDS_PER_FOREIGN = 5
const SIGNS = /[€„“”‘’–—…§°®™©«»\u00a0]/g

/** Letters of the language with plausible neighbours add to a word's score, everything else subtracts. */
function scoreWord(word: string, page: CodePage): ScoredWord {
  const scored = { word, score: 0, isNative: false, isForeign: false }
  const add = (score: number) => {
    scored.score += score
    if (score < 0) scored.isForeign = true
    if (score >= 1) scored.isNative = true
  }
  for (const [i, sign] of [...word].entries()) {
    const [before = '', after = ''] = [word[i - 1], word[i + 1]]
    // No word continues with capitals after a small letter, or with small letters after two capitals.
    if (isLower(before) && isUpper(sign)) add(-2)
    if (isUpper(word[i - 2] ?? '') && isUpper(before) && isLower(sign)) add(-2)
    if (sign < '\u0080') continue
    const isNextToLatin = /[a-z]/i.test(before) || /[a-z]/i.test(after)
    if (page === 'windows-1251' && CYRILLIC.test(sign)) {
      const isNextToCyrillic = CYRILLIC.test(before) || CYRILLIC.test(after)
      add(isNextToLatin ? -3 : isNextToCyrillic ? (SERBIAN.test(sign) ? 1 : 0.5) : -1)
    } else if (USUAL.test(sign)) add(0.5)
    else if (page !== 'windows-1251' && UNFITTING.test(sign + after)) {
      add(0.5)
      scored.isForeign = true
    } else if (page !== 'windows-1251' && NATIVE.test(sign)) add(isNextToLatin ? 2 : -1)
    else if (page !== 'windows-1251' && GERMAN.test(sign)) add(isNextToLatin ? 1 : -1)
    else add(/\p{L}/u.test(sign) ? -1 : -2)
  }
  return scored
}

const isLower = (sign: string) => /\p{Ll}/u.test(sign)
const isUpper = (sign: string) => /\p{Lu}/u.test(sign)
