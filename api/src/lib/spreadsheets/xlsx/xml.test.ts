// Compares the tokenizer with saxes, which is slower and has no limits, but is known to be correct.
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { readLimits } from '../limits.ts'
import { XmlReader } from './xml.ts'

const OURS = new Set(['urn:ours', 'urn:also'])

/** The events of a document, or that it is rejected. */
type Parsed = string[] | 'refused'

/** Joins the pieces of a text, which may be split anywhere. */
function add(events: string[], text: string) {
  if (events.at(-1)?.startsWith('text ')) events.push(events.pop() + text)
  else if (text) events.push(`text ${text}`)
}
const opened = (name: string, attributes: [string, string][]) =>
  `open ${name} ${JSON.stringify(attributes.sort())}`

function byUs(xml: string, chunk: number): Parsed {
  const events: string[] = []
  const handler = {
    listening: true,
    open: (name: string, attributes: ReadonlyMap<string, string>) =>
      events.push(opened(name, [...attributes])),
    close: (name: string) => events.push(`close ${name}`),
    text: (text: string) => add(events, text),
  }
  try {
    const reader = new XmlReader(handler, OURS, readLimits)
    for (let at = 0; at < xml.length; at += chunk) reader.push(xml.slice(at, at + chunk))
    reader.end()
    return events
  } catch {
    return 'refused'
  }
}

function bySaxes(xml: string): Parsed {
  const events: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  /** Depth of open elements, and of those inside an element of a foreign namespace. */
  let depth = 0
  let foreign = 0
  parser.on('opentag', ({ uri, local, attributes }) => {
    depth += 1
    if (foreign > 0 || !OURS.has(uri)) foreign += 1
    else
      events.push(
        opened(
          local,
          Object.values(attributes).map(({ name, value }) => [name, value]),
        ),
      )
  })
  parser.on('closetag', ({ local }) => {
    depth -= 1
    if (foreign > 0) foreign -= 1
    else events.push(`close ${local}`)
  })
  const text = (piece: string) => depth > 0 && foreign === 0 && add(events, piece)
  parser.on('text', text)
  parser.on('cdata', text)
  try {
    parser.write(xml).close()
    return events
  } catch {
    return 'refused'
  }
}

const character = fc.constantFrom(
  'a',
  'Š',
  '😜',
  ' ',
  '\n',
  '\r\n',
  '&amp;',
  '&lt;',
  '&#65;',
  '&#x1F61C;',
  '"',
  "'",
  '=',
  '/',
  '_x0041_',
)
const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''))
const value = text.map((piece) => `"${piece.replaceAll(/["\r\n]/g, '')}"`)
const name = fc.constantFrom('a', 'row', 'p:c', 'q:si', 'š', 'a-b.c')
const attribute = fc
  .tuple(fc.constantFrom(' x', '\n y', ' r:id'), fc.constantFrom('=', ' = '), value)
  .map((parts) => parts.join(''))
const piece = fc.oneof(
  text,
  text.map((inside) => `<![CDATA[${inside}<&]]>`),
  text.map((inside) => `<!-- ${inside}<a> -->`),
  fc.constant('<?pi <a>?>'),
)
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      fc.uniqueArray(attribute, { maxLength: 2, selector: (one) => one.trim()[0] }),
      fc.constantFrom(
        '',
        ' xmlns="urn:also"',
        ' xmlns="urn:other"',
        ' xmlns:p="urn:other"',
        ' xmlns:q="urn:ours"',
      ),
      fc.array(fc.oneof({ maxDepth: 4 }, piece, tie('element')), { maxLength: 4 }),
      fc.boolean(),
    )
    .map(([tag, attributes, namespace, inside, short]) => {
      const start = `<${tag}${attributes.join('')}${namespace}`
      return short && inside.length === 0 ? `${start}/>` : `${start}>${inside.join('')}</${tag} >`
    }),
}))
const root = element.map(
  (inside) =>
    `<?xml version="1.0"?>\n<w xmlns="urn:ours" xmlns:p="urn:ours" xmlns:q="urn:q" xmlns:r="urn:r">${inside}</w>\n`,
)
const cut = fc
  .tuple(root, fc.nat(), fc.nat(3), fc.constantFrom('', '<', '>', '&', '"', '</a>', ']]>'))
  .map(([xml, at, length, put]) => {
    const from = at % xml.length
    return (xml.slice(0, from) + put + xml.slice(from + length)).toWellFormed() // as it would be decoded
  })

test('both parsers return the same events for a document in any chunks', () => {
  const same = fc.property(root, fc.integer({ min: 1, max: 40 }), (xml, chunk) => {
    expect(bySaxes(xml)).not.toBe('refused')
    expect(byUs(xml, chunk)).toEqual(bySaxes(xml))
  })
  fc.assert(same, { numRuns: 500 })
})

test('both parsers return the same for a damaged document, or it is rejected', () => {
  const same = fc.property(cut, fc.integer({ min: 1, max: 40 }), (xml, chunk) => {
    const ours = byUs(xml, chunk)
    const expected = bySaxes(xml)
    if (expected !== 'refused') expect(ours).toEqual(expected)
  })
  fc.assert(same, { numRuns: 2000 })
})
