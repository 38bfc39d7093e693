import { createElement, type ReactNode, useMemo } from 'react'
import classes from './prose.module.css'
import { webLink } from './webLink.ts'

/** The elements of a formatted text; of anything else only the words are shown. */
const known = new Set([
  'P',
  'BR',
  'H1',
  'H2',
  'H3',
  'STRONG',
  'B',
  'EM',
  'I',
  'U',
  'UL',
  'OL',
  'LI',
  'A',
  'IMG',
])

/**
 * A formatted text to read. The server has sanitised it; here it is read once more by an inert parser, and only what
 * a text may hold is made again, so that no markup of anybody's ever runs in the page.
 */
export function Prose({ html }: { html: string }) {
  const content = useMemo(() => shown(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={classes.prose}>{content}</div>
}

const shown = (parent: Node): ReactNode[] => [...parent.childNodes].map(nodeOf)

function nodeOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  if (node.matches('script, style')) return null
  if (!known.has(node.tagName)) return shown(node)
  const properties = propertiesOf(node)
  const isVoid = node.matches('br, img')
  return properties && createElement(node.localName, { key, ...properties }, ...(isVoid ? [] : shown(node)))
}

/** The attributes that are kept; null when the element is nothing without the one it lacks. */
function propertiesOf(element: Element): Record<string, string> | null {
  if (element.matches('a')) {
    const href = webLink(element.getAttribute('href') ?? '')
    return href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}
  }
  if (!element.matches('img')) return {}
  const src = element.getAttribute('src') ?? ''
  return /^\/api\/images\/[\w/.-]+$/.test(src) ? { src, alt: element.getAttribute('alt') ?? '' } : null
}
