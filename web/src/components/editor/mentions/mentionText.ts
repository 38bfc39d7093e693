import { parseMentions, tokenOf } from '@kontor/contract/lib/text/mentions'

// In the field a mention reads `@Gume Kotor d.o.o.`. Its token is remembered until the tab closes, so that
// a restored draft keeps its mentions.
const tokens = new Map<string, string>()

/** Replaces tokens with names, for editing. */
export const toWritten = (text: string) =>
  parseMentions(text)
    .map((part) => {
      if (typeof part === 'string') return part
      const token = tokenOf(part)
      const name = `@${part.name}`
      const known = tokens.get(name)
      const written = known === undefined || known === token ? name : `${name} (${part.id})`
      tokens.set(written, token)
      return written
    })
    .join('')

/** Replaces the names of mentions with tokens, for sending. The longest matching name wins. */
export function toSent(written: string) {
  if (!written.includes('@')) return written
  const small = written.toLowerCase()
  const names = [...tokens.keys()]
    .filter((name) => small.includes(name.toLowerCase()))
    .sort((a, b) => b.length - a.length)
  if (names.length === 0) return written
  // Neither inside an e-mail address nor at the start of a longer word: `@Auto` does not match `@Autodom`.
  const any = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.map(literal).join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  return written.replace(any, (name) => tokens.get(name) ?? tokenOfAnyCase(name) ?? name)
}

/** A name typed by hand may differ in case. */
const tokenOfAnyCase = (written: string) => {
  const small = written.toLowerCase()
  for (const [name, token] of tokens) if (name.toLowerCase() === small) return token
  return undefined
}

/** Escapes a text for a RegExp. Only syntax characters: with the `u` flag other escapes are errors. */
const literal = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
