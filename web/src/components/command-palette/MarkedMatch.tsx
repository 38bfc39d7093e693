import { foldedMatch } from './foldedMatch.ts'
import classes from './MarkedMatch.module.css'

/** Renders a text with the first match of the typed words marked, ignoring case and diacritics. */
export function MarkedMatch({ text, typed }: { text: string; typed: string }) {
  const match = foldedMatch(text, typed)
  if (!match) return text
  return (
    <>
      {text.slice(0, match.from)}
      <mark className={classes.match}>{text.slice(match.from, match.to)}</mark>
      {text.slice(match.to)}
    </>
  )
}
