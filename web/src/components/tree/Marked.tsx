import { findWord, fold, foldedWords } from '@kontor/contract/lib/text/fold'
import { useMemo } from 'react'

/** Renders a text with the search words marked, ignoring case and diacritics as the search does. */
export function Marked({ text, words }: { text: string; words: string }) {
  const parts = useMemo(() => markedParts(text, words), [text, words])
  return parts.map(({ part, isMarked, from }) => (isMarked ? <mark key={from}>{part}</mark> : part))
}

interface Part {
  part: string
  isMarked: boolean
  from: number
}

/** Splits a text; every second part is a search word. */
export function markedParts(text: string, words: string): Part[] {
  const letters = [...text]
  const isMarked = letters.map(() => false)
  for (const word of foldedWords(words)) for (const at of placesOf(letters, word)) isMarked[at] = true
  const parts: Part[] = []
  letters.forEach((letter, from) => {
    const last = parts.at(-1)
    if (last && last.isMarked === isMarked[from]) last.part += letter
    else parts.push({ part: letter, isMarked: isMarked[from] === true, from })
  })
  return parts
}

/** Indexes of the letters that match a folded word. Folding may lengthen a letter (đ → dj). */
function placesOf(letters: readonly string[], word: string): number[] {
  const folded = letters.map(fold)
  const found: number[] = []
  for (let from = 0; from < letters.length; ) {
    const match = findWord(folded.slice(from).join(''), word)
    if (!match) break
    let passed = 0
    const inside = folded.flatMap((part, at) => {
      if (at < from) return []
      const begins = passed
      passed += part.length
      return begins < match.to && passed > match.from ? [at] : []
    })
    found.push(...inside)
    const end = inside.at(-1)
    if (end === undefined) break
    from = end + 1
  }
  return found
}
