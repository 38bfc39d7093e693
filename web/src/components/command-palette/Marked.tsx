import { foldedMatch } from './foldedMatch.ts'

/** A text with the first of the typed words marked in it, however that is written. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const match = foldedMatch(text, typed)
  if (!match) return text
  return (
    <>
      {text.slice(0, match.from)}
      <mark>{text.slice(match.from, match.to)}</mark>
      {text.slice(match.to)}
    </>
  )
}
