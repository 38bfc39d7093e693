// Mentions of partners and products in a message of the office, as tokens in its text: `[[partner:10007|Gume Kotor
// d.o.o.]]`.
import { MAX_ID } from '../fields/fields.ts'

/** Kinds of mentioned records. */
export const mentionKinds = ['partner', 'product'] as const
export type MentionKind = (typeof mentionKinds)[number]

export interface Mention {
  kind: MentionKind
  id: number
  /** Its name when it was mentioned. */
  name: string
}

// A name contains no character of a token, so that parsing is unambiguous.
const TOKEN = new RegExp(
  `\\[\\[(${mentionKinds.join('|')}):([1-9]\\d{0,9})\\|([^[\\]|\\n]{1,255})\\]\\]`,
  'g',
)
const kindOf = (text: string | undefined) => mentionKinds.find((kind) => kind === text)

/** The token of a mention. Characters of the name that a token cannot contain are replaced. */
export function tokenOf({ kind, id, name }: Mention) {
  const safe = name.replace(/\[/g, '(').replace(/\]/g, ')').replace(/\|/g, '/').replace(/\s+/g, ' ').trim()
  const short = Array.from(safe.slice(0, 254)).join('').toWellFormed().trim()
  return `[[${kind}:${id}|${short || id}]]`
}

/** Splits a text into plain parts and mentions. An invalid token is plain text. */
export function parseMentions(text: string): readonly (string | Mention)[] {
  const parts: (string | Mention)[] = []
  let from = 0
  for (const token of text.matchAll(TOKEN)) {
    const [whole, written, digits, name = ''] = token
    const kind = kindOf(written)
    const id = Number(digits)
    if (!kind || id > MAX_ID) continue
    if (token.index > from) parts.push(text.slice(from, token.index))
    parts.push({ kind, id, name })
    from = token.index + whole.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

/**
 * A text with the names instead of tokens, for partners, previews and files. The result contains no token, for any
 * input.
 */
export function withoutMentions(text: string): string {
  for (let now = text; ; ) {
    const next = parseMentions(now)
      .map((part) => (typeof part === 'string' ? part : part.name))
      .join('')
    if (next === now) return now
    now = next
  }
}
