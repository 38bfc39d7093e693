import { findWord, fold, foldedWords } from '@kontor/contract/kit/text/fold'

/** Where the first of the typed words stands in a text, folded; null when it does not. */
export function foldedMatch(text: string, typed: string): { from: number; to: number } | null {
  const [word] = foldedWords(typed)
  if (!word) return null
  // Folding may lengthen a letter (đ → dj), so places are counted letter by letter.
  const letters = [...text]
  const ends = letters.map((_, index) => fold(letters.slice(0, index + 1).join('')).length)
  const found = findWord(fold(text), word)
  if (!found) return null
  const first = ends.findIndex((end) => end > found.from)
  const last = ends.findIndex((end) => end >= found.to)
  return { from: letters.slice(0, first).join('').length, to: letters.slice(0, last + 1).join('').length }
}

/** Whether a text contains every typed word, folded. */
export const containsAll = (text: string, typed: string) => {
  const folded = fold(text)
  return foldedWords(typed).every((word) => findWord(folded, word))
}
