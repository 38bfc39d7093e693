import { findWord, fold, foldedWords } from '@kontor/contract/lib/text/fold'

/** Position of the first typed word in a text, both folded; null without a match. */
export function foldedMatch(text: string, typed: string): { from: number; to: number } | null {
  const [word] = foldedWords(typed)
  if (!word) return null
  // Folding may lengthen a letter (đ → dj), so positions are counted per letter.
  const letters = [...text]
  const ends = letters.map((_, index) => fold(letters.slice(0, index + 1).join('')).length)
  const found = findWord(fold(text), word)
  if (!found) return null
  const first = ends.findIndex((end) => end > found.from)
  const last = ends.findIndex((end) => end >= found.to)
  return { from: letters.slice(0, first).join('').length, to: letters.slice(0, last + 1).join('').length }
}

/** Whether a text contains every typed word, folded. */
export const containsAll = (text: string, typed: string) => scoreOf(text, typed) !== null

interface Named {
  name: string
  /** Synonyms that it is also found by. */
  also?: string | undefined
}

/**
 * The choices of each group that match every typed word, best first. Approximate matches are used only
 * when there are no exact ones.
 */
export function bestMatches<C extends Named>(groups: readonly (readonly C[])[], typed: string): C[][] {
  const fitting = groups.map((choices) =>
    choices
      .flatMap((choice) => {
        const fit = nameScore(choice, typed)
        return fit === null ? [] : [{ choice, fit }]
      })
      .sort((one, other) => one.fit - other.fit),
  )
  const isLiteral = fitting.some(([first]) => first && first.fit < SCORE.approximate)
  return fitting.map((some) =>
    some.filter(({ fit }) => !isLiteral || fit < SCORE.approximate).map(({ choice }) => choice),
  )
}

/** A match in the name ranks before one in the synonyms. */
function nameScore({ name, also }: Named, typed: string) {
  const nameFit = scoreOf(name, typed)
  if (!also || (nameFit !== null && nameFit < SCORE.approximate)) return nameFit
  const other = scoreOf(`${name} ${also}`, typed)
  return other === null ? nameFit : Math.min(other + 2, SCORE.approximate)
}

/**
 * How well a text matches every typed word, folded: at the start of a word, inside a word, or with d for
 * dj; null without a match.
 */
function scoreOf(text: string, typed: string): number | null {
  const folded = fold(text)
  const wordList = folded.split(/[^\p{L}\p{N}]+/u)
  const fits = foldedWords(typed).map((word) => {
    if (wordList.some((one) => one.startsWith(word))) return SCORE.begins
    if (folded.includes(word)) return SCORE.within
    return findWord(folded, word) ? SCORE.approximate : Number.POSITIVE_INFINITY
  })
  const worst = Math.max(SCORE.begins, ...fits)
  return Number.isFinite(worst) ? worst : null
}

/** Lower is better. */
const SCORE = { begins: 0, within: 1, approximate: 4 } as const
