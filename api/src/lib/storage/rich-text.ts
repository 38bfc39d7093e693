import { visibleLength } from '@kontor/contract/lib/fields/fields'
import { isWebAddress } from '@kontor/contract/lib/text/web-address'
import type { Attributes, IOptions } from 'sanitize-html'
import { memoize } from '../jobs/memoize.ts'

const MAIL = /^mailto:[^\s\\\p{Cc}]+$/iu
const PICTURE = /^\/api\/images\/[a-z]+\/[\w-]{16,64}\.(?:jpg|png)$/

const NONE: Attributes = {}
// What stands inside these is no text, or is read by other rules than HTML's, and could turn into something else.
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
 * What makes HTML what people may format a text with: headings 1 to 3, lists, bold, italic, underline, links to other
 * sites and pictures of ours; everything else is taken out. Repeated until nothing changes, so that what is stored, read
 * into an editor and sent back is stored the same. Null when nothing is left to see. Loaded with the first text: most
 * starts never see one.
 */
export const richText = memoize(async () => {
  const { default: sanitize } = await import('sanitize-html')
  return (html: string): string | null => {
    let clean = sanitize(html, options)
    for (let round = 0, before = html; clean !== before; round++) {
      if (round === 2) return null // no honest text needs more than two
      before = clean
      clean = sanitize(clean, options)
    }
    const isEmpty = !clean.includes('<img') && visibleLength(clean.replace(/<[^>]*>/g, '')) === 0
    return isEmpty ? null : clean
  }
})
