import type { Source } from './sources.ts'

/** The range of a query in a text: from the trigger character to the caret. */
export interface TriggerQuery {
  source: Source
  from: number
  to: number
  typed: string
}

/** Limits of a query after a trigger: characters, and words, as names have several. */
const MAX_QUERY_LENGTH = 40
const WORDS = 4

/** Whether a word may begin at a position. */
export const beginsWord = (text: string, at: number) => at === 0 || /[\s(„"]/.test(text.charAt(at - 1))

/** The query before the caret, if any. A trigger counts at the beginning of a word. */
export function queryAt(text: string, caret: number, sources: readonly Source[]): TriggerQuery | null {
  const before = text.slice(Math.max(0, caret - MAX_QUERY_LENGTH - 2), caret)
  const skipped = caret - before.length
  for (const source of sources) {
    const at = before.lastIndexOf(source.trigger)
    if (at < 0) continue
    const from = skipped + at
    const typed = text.slice(from + 1, caret)
    const begins = source.atStart ? from === 0 : beginsWord(text, from)
    const isOne =
      typed.length <= MAX_QUERY_LENGTH && !/^\s|\n|\s\s/.test(typed) && typed.split(' ').length <= WORDS
    if (begins && isOne) return { source, from, to: caret, typed }
  }
  return null
}

/** Replaces `{partner}` and other placeholders of an inserted text; unknown ones stay. */
export const filled = (text: string, values: Readonly<Record<string, string | undefined>>) =>
  text.replace(
    /\{(\w{1,30})\}/g,
    (whole, name: string) => (Object.hasOwn(values, name) && values[name]) || whole,
  )
