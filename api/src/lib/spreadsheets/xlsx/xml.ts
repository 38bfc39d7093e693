import type { ReadLimits } from '../limits.ts'
import { damagedFileError, SheetError } from '../sheet-error.ts'
import { decode, endOfMarkup, endOfName, isForbidden, skipSpace } from './xml-markup.ts'

/** Attributes of an element by their names as written (`r:id`); the next element replaces them. */
export type Attributes = ReadonlyMap<string, string>

/** Receives the elements of known namespaces by local name, and their text. */
export interface XmlHandler {
  /** Whether the handler wants text at the moment. */
  readonly listening: boolean
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/** A handler of start tags only. */
export const tagHandler = (open: XmlHandler['open']): XmlHandler => ({
  listening: false,
  open,
  close: () => undefined,
  text: () => undefined,
})

/** Limit of cached names: a file can invent millions. */
const MAX_NAMES = 500

/**
 * A tokenizer for XML 1.0 that is fed with chunks of decoded text and checks well-formedness of tags and references. It
 * supports namespaces (elements of foreign namespaces are skipped with their content), CDATA and comments, and rejects
 * every DOCTYPE, so that no entity can be declared. Throws SheetError.
 */
export class XmlReader {
  #rest = ''
  #open: string[] = []
  /** Namespaces of prefixes, by the depth of their declaration. */
  #scopes: { depth: number; prefixes: Map<string, string> }[] = [{ depth: 0, prefixes: new Map() }]
  /** Local names by names as written; '' when foreign. Cleared whenever prefixes change. */
  #names = new Map<string, string>()
  /** Depth of the foreign element that is being skipped. */
  #foreign = Number.POSITIVE_INFINITY
  #rooted = false
  #attributes = new Map<string, string>()
  readonly #handler: XmlHandler
  readonly #namespaces: ReadonlySet<string>
  readonly #limits: ReadLimits

  constructor(handler: XmlHandler, namespaces: ReadonlySet<string>, limits: ReadLimits) {
    this.#handler = handler
    this.#namespaces = namespaces
    this.#limits = limits
  }

  push(chunk: string): void {
    if (isForbidden(chunk)) throw damagedFileError('a forbidden character')
    const xml = this.#rest === '' ? chunk : this.#rest + chunk
    let at = 0
    for (let tag = xml.indexOf('<'); tag >= 0; tag = xml.indexOf('<', at)) {
      const end = endOfMarkup(xml, tag)
      if (end < 0) break
      if (tag > at) this.#text(xml, at, tag)
      this.#markup(xml, tag, end)
      at = end
    }
    this.#rest = at === 0 ? xml : xml.slice(at)
    if (this.#rest.length > this.#limits.token) throw new SheetError('excel.too_large')
  }

  /** Ends the document. Throws when it is incomplete. */
  end(): void {
    if (!this.#rooted || this.#open.length > 0 || this.#rest.trim() !== '')
      throw damagedFileError('XML ends early')
  }

  #text(xml: string, from: number, to: number) {
    if (this.#open.length === 0) {
      if (xml.slice(from, to).replace('\ufeff', '').trim() !== '')
        throw damagedFileError('text outside of the root')
    } else if (this.#listening()) this.#handler.text(decode(xml.slice(from, to)))
  }

  #listening() {
    return this.#handler.listening && this.#open.length < this.#foreign
  }

  #markup(xml: string, tag: number, end: number) {
    const second = xml.charCodeAt(tag + 1)
    if (second === 47) this.#close(xml.slice(tag + 2, end - 1).trimEnd())
    else if (second === 33) {
      if (xml.charCodeAt(tag + 2) === 91 && this.#listening()) {
        this.#handler.text(xml.slice(tag + 9, end - 3).replaceAll(/\r\n?/g, '\n'))
      }
    } else if (second !== 63) this.#start(xml, tag, end - 1)
  }

  #start(xml: string, tag: number, end: number) {
    const empty = xml.charCodeAt(end - 1) === 47
    const name = this.#readTag(xml, tag + 1, empty ? end - 1 : end)
    if (this.#open.length === 0 && this.#rooted) throw damagedFileError('two roots')
    this.#rooted = true
    if (this.#open.push(name) > this.#limits.depth) throw new SheetError('excel.too_large')
    if (this.#open.length < this.#foreign) {
      const local = this.#names.get(name) ?? this.#localName(name)
      if (local === '') this.#foreign = this.#open.length
      else this.#handler.open(local, this.#attributes)
    }
    if (empty) this.#close(name)
  }

  #close(name: string) {
    const depth = this.#open.length
    if (this.#open.pop() !== name) throw damagedFileError(`unexpected </${name.slice(0, 50)}>`)
    if (depth < this.#foreign) this.#handler.close(this.#names.get(name) ?? this.#localName(name))
    else if (depth === this.#foreign) this.#foreign = Number.POSITIVE_INFINITY
    if (this.#scopes.at(-1)?.depth === depth) {
      this.#scopes.pop()
      this.#names.clear()
    }
  }

  #localName(name: string): string {
    const colon = name.indexOf(':')
    const uri = this.#scopes.at(-1)?.prefixes.get(colon < 0 ? '' : name.slice(0, colon))
    if (uri === undefined && colon >= 0) throw damagedFileError('an unknown prefix')
    const local = uri !== undefined && this.#namespaces.has(uri) ? name.slice(colon + 1) : ''
    if (this.#names.size >= MAX_NAMES) this.#names.clear()
    this.#names.set(name, local)
    return local
  }

  /** Parses a tag: returns its name, and stores its attributes and namespaces. */
  #readTag(xml: string, from: number, to: number): string {
    let at = endOfName(xml, from, to)
    const name = xml.slice(from, at)
    this.#attributes.clear()
    while (at < to) {
      const start = skipSpace(xml, at)
      if (start >= to) break
      if (start === at) throw damagedFileError('attributes without a space')
      const end = endOfName(xml, start, to)
      const open = skipSpace(xml, skipSpace(xml, end) + 1)
      const quote = xml[open] === '"' ? '"' : "'"
      const close = xml[open] === quote ? xml.indexOf(quote, open + 1) : -1
      if (xml[skipSpace(xml, end)] !== '=' || close < 0 || close >= to) throw damagedFileError('an attribute')
      const key = xml.slice(start, end)
      if (this.#attributes.has(key)) throw damagedFileError('an attribute twice')
      const value = decode(xml.slice(open + 1, close))
      this.#attributes.set(key, value)
      if (key.startsWith('xmlns')) this.#declare(key, value)
      at = close + 1
    }
    return name
  }

  #declare(name: string, uri: string) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return
    const prefix = name.slice(6)
    const depth = this.#open.length + 1
    const scope = this.#scopes.at(-1)
    if (scope?.depth === depth) scope.prefixes.set(prefix, uri)
    else this.#scopes.push({ depth, prefixes: new Map(scope?.prefixes).set(prefix, uri) })
    // Every scope is a copy of the outer one: many prefixes in many elements would cost their product.
    if ((scope?.prefixes.size ?? 0) >= this.#limits.prefixes) throw new SheetError('excel.too_large')
    this.#names.clear()
  }
}
