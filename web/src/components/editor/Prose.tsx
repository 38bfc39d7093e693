import { createElement, type ReactNode, useMemo } from 'react'
import classes from './prose.module.css'
import { webLink } from './webLink.ts'

/** The allowed elements; of others only the text is rendered. */
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
 * Renders formatted text. The server has sanitised it; as a second layer it is parsed into an inert
 * document and only allowed elements are rebuilt, so no stored markup is inserted into the page.
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

/** The allowed attributes of an element; null when a required one is missing. */
function propertiesOf(element: Element): Record<string, string> | null {
  if (element.matches('a')) {
    const href = webLink(element.getAttribute('href') ?? '')
    return href ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}
  }
  if (!element.matches('img')) return {}
  const src = element.getAttribute('src') ?? ''
  return /^\/api\/images\/[\w/.-]+$/.test(src) ? { src, alt: element.getAttribute('alt') ?? '' } : null
}
