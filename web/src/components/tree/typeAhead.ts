import { fold } from '@kontor/contract/lib/text/fold'

/** Milliseconds after which a letter begins a new word. */
const PAUSE = 700

/** Finds rows by the first letters of their names, typed one after the other. One letter typed again goes on to the next. */
export function typeAhead(now: () => number = () => performance.now()) {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    /** Whether a word has been begun, so that a space belongs to it. */
    isTyping: () => typed !== '' && now() - last < PAUSE,
    /** The place of the next name from `from` on that begins with what is typed; -1 when none does. */
    find(letter: string, names: readonly string[], from: number): number {
      typed = now() - last < PAUSE ? typed + letter : letter
      last = now()
      const wanted = fold(typed)
      const isRepeated = [...wanted].every((one) => one === wanted[0])
      const word = isRepeated ? wanted.slice(0, 1) : wanted
      const start = isRepeated ? from + 1 : from
      const order = names.map((_, index) => (start + index) % names.length)
      return order.find((index) => fold(names[index] ?? '').startsWith(word)) ?? -1
    },
  }
}
