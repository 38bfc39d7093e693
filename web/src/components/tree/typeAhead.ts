import { fold } from '@kontor/contract/lib/text/fold'

/** Milliseconds after which a letter starts a new word. */
const RESET_MS = 700

/**
 * Type-ahead: finds rows by the typed beginning of their names. Repeating one letter goes to the next
 * match.
 */
export function typeAhead(now: () => number = () => performance.now()) {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    /** Whether typing is in progress, so that a space belongs to the word. */
    isTyping: () => typed !== '' && now() - last < RESET_MS,
    /** Index of the next matching name from `from` on; -1 when there is none. */
    find(letter: string, names: readonly string[], from: number): number {
      typed = now() - last < RESET_MS ? typed + letter : letter
      last = now()
      const foldedText = fold(typed)
      const isRepeated = [...foldedText].every((one) => one === foldedText[0])
      const word = isRepeated ? foldedText.slice(0, 1) : foldedText
      const start = isRepeated ? from + 1 : from
      const order = names.map((_, index) => (start + index) % names.length)
      return order.find((index) => fold(names[index] ?? '').startsWith(word)) ?? -1
    },
  }
}
