import { parseMentions, tokenOf } from '@kontor/contract/lib/text/mentions'

// While one writes, a mention reads `@Gume Kotor d.o.o.`: what it stands for is remembered as long as the tab is open,
// so that a draft that is taken up again mentions whom it did.
const tokens = new Map<string, string>()

/** A text with tokens as one reads it while writing. */
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

/** What was written, with its mentions as tokens. Of two names that begin alike the longer one is meant. */
export function toSent(written: string) {
  if (!written.includes('@')) return written
  const small = written.toLowerCase()
  const names = [...tokens.keys()]
    .filter((name) => small.includes(name.toLowerCase()))
    .sort((a, b) => b.length - a.length)
  if (names.length === 0) return written
  // Neither inside of an address nor at the beginning of a longer word: `@Auto` is not meant by `@Autodom`.
  const any = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.map(literal).join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  return written.replace(any, (name) => tokens.get(name) ?? tokenOfAnyCase(name) ?? name)
}

/** Whoever writes the name by hand may write it small. */
const tokenOfAnyCase = (written: string) => {
  const small = written.toLowerCase()
  for (const [name, token] of tokens) if (name.toLowerCase() === small) return token
  return undefined
}

/** What a pattern means by itself, and no more: an escape that is none is refused. */
const literal = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
