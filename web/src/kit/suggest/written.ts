import { parseMentions, tokenOf } from '@kontor/contract/kit/mentions/mentions'

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
  const names = [...tokens.keys()]
    .filter((name) => written.includes(name))
    .sort((a, b) => b.length - a.length)
  if (names.length === 0) return written
  const any = new RegExp(names.map(literal).join('|'), 'g')
  return written.replace(any, (name) => tokens.get(name) ?? name)
}

const literal = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
