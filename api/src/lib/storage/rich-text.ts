import { visibleLength } from '@kontor/contract/lib/fields/fields'
import { isWebAddress } from '@kontor/contract/lib/text/web-address'
import type { Attributes, IOptions } from 'sanitize-html'
import { memoize } from '../concurrency/memoize.ts'

const MAIL = /^mailto:[^\s\\\p{Cc}]+$/iu
const PICTURE = /^\/api\/images\/[a-z]+\/[\w-]{16,64}\.(?:jpg|png)$/

const NONE: Attributes = {}
// The content of these elements is not text, or is parsed by other rules than HTML's, and could become something else.
const DROPPED =
  'script style textarea option noscript noembed noframes xmp plaintext title iframe svg math select template object'

const options: IOptions = {
  allowedTags: ['h1', 'h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'u', 'br', 'a', 'img'],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  enforceHtmlBoundary: false,
  nestingLimit: 30,
  nonTextTags: DROPPED.split(' '),
  transformTags: {
    b: 'strong',
    i: 'em',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs:
        MAIL.test(href) || isWebAddress(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : NONE,
    }),
    img: (tagName, { src = '', alt = '' }) => ({
      tagName,
      attribs: PICTURE.test(src) ? { src, alt } : NONE,
    }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !attribs.src) || (tag === 'a' && !attribs.href && 'excludeTag'),
}

/**
 * Sanitises HTML to the formats of the editor: headings 1 to 3, lists, bold, italic, underline, links to other sites
 * and uploaded pictures. Repeated until nothing changes, so that a stored text that is read into an editor and sent
 * back is stored unchanged. Null when no visible content is left. Imported with the first text, because most processes
 * never need it.
 */
export const richText = memoize(async () => {
  const { default: sanitize } = await import('sanitize-html')
  return (html: string): string | null => {
    let clean = sanitize(html, options)
    for (let round = 0, before = html; clean !== before; round++) {
      if (round === 2) return null // legitimate text needs at most two rounds
      before = clean
      clean = sanitize(clean, options)
    }
    const isEmpty = !clean.includes('<img') && visibleLength(clean.replace(/<[^>]*>/g, '')) === 0
    return isEmpty ? null : clean
  }
})
