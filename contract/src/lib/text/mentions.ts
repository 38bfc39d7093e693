// The partners and products that a message of the office names, as tokens in its text: `[[partner:10007|Gume
// Kotor d.o.o.]]`.
import { MAX_ID } from '../fields/fields.ts'

/** What can be named. */
export const mentionKinds = ['partner', 'product'] as const
export type MentionKind = (typeof mentionKinds)[number]

export interface Mention {
  kind: MentionKind
  id: number
  /** As it was called when it was named. */
  name: string
}

// A name holds no sign of a token, so that one begins and ends in one way only, and a text is read once.
const TOKEN = new RegExp(
  `\\[\\[(${mentionKinds.join('|')}):([1-9]\\d{0,9})\\|([^[\\]|\\n]{1,255})\\]\\]`,
  'g',
)
const kindOf = (text: string | undefined) => mentionKinds.find((kind) => kind === text)

/** A mention as it stands in a text. What of its name cannot stand there is written otherwise. */
export function tokenOf({ kind, id, name }: Mention) {
  const safe = name.replace(/\[/g, '(').replace(/\]/g, ')').replace(/\|/g, '/').replace(/\s+/g, ' ').trim()
  const short = Array.from(safe.slice(0, 254)).join('').toWellFormed().trim()
  return `[[${kind}:${id}|${short || id}]]`
}

/** A text split into plain parts and mentions. What only looks like a mention is plain text. */
export function parseMentions(text: string): readonly (string | Mention)[] {
  const parts: (string | Mention)[] = []
  let from = 0
  for (const token of text.matchAll(TOKEN)) {
    const [whole, written, digits, name = ''] = token
    const [kind, id] = [kindOf(written), Number(digits)]
    if (!kind || id > MAX_ID) continue
    if (token.index > from) parts.push(text.slice(from, token.index))
    parts.push({ kind, id, name })
    from = token.index + whole.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

/**
 * A text with the names alone, for whoever must not follow them, and where nothing can be followed: partners, previews,
 * files. Whatever it is given, there is no mention left in it.
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
