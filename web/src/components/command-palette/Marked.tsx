import { foldedMatch } from './foldedMatch.ts'

/** Renders a text with the first match of the typed words marked, ignoring case and diacritics. */
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
