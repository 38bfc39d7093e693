import { damagedFileError, SheetError } from '../sheet-error.ts'

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Whether a text has characters that XML does not allow, not even as references. */
export const isForbidden = (text: string): boolean => FORBIDDEN.test(text)

/** The index after blanks. */
export function skipSpace(xml: string, from: number): number {
  let at = from
  for (let code = xml.charCodeAt(at); code <= 32; code = xml.charCodeAt(at)) at++
  return at
}

/** The end of a name: a blank, `=` or the end of the tag. Throws for other characters that a name cannot contain. */
export function endOfName(xml: string, from: number, to: number): number {
  let at = from
  for (; at < to; at++) {
    const code = xml.charCodeAt(at)
    if (code <= 32 || code === 61) break
    if (code === 34 || code === 38 || code === 39 || code === 47 || code === 60)
      throw damagedFileError('a name')
  }
  if (at === from) throw damagedFileError('no name')
  return at
}

/** The end of the tag, comment, CDATA section or instruction at `from`; -1 when it continues in the next chunk. */
export function endOfMarkup(xml: string, from: number): number {
  const second = xml.charCodeAt(from + 1)
  if (second === 47) return xml.indexOf('>', from) + 1 || -1
  if (second === 63) return (xml.indexOf('?>', from) + 1 || -2) + 1
  if (second === 33) return endOfSpecial(xml, from)
  for (let at = from + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === 62) return at + 1
    if (code === 60) throw damagedFileError('a tag inside a tag')
    if (code !== 34 && code !== 39) continue
    at = xml.indexOf(code === 34 ? '"' : "'", at + 1)
    if (at < 0) return -1
  }
  return -1
}

function endOfSpecial(xml: string, from: number): number {
  const after = (end: string, start: number) => {
    const at = xml.indexOf(end, start)
    return at < 0 ? -1 : at + end.length
  }
  if (xml.startsWith('<!--', from)) return after('-->', from + 4)
  if (xml.startsWith('<![CDATA[', from)) return after(']]>', from + 9)
  if (xml.length - from < 9) return -1
  throw new SheetError('excel.unsafe')
}

/** Text with normalised line ends and decoded references; only XML's five entities exist. */
export function decode(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  return lines.includes('&') ? lines.replaceAll(/&([^;&]*)(;?)/g, decodeReference) : lines
}

function decodeReference(_: string, name: string, end: string): string {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN)
  const char = code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ENTITIES[name]
  if (!end || char === undefined || isForbidden(char)) throw damagedFileError(`&${name.slice(0, 20)}`)
  return char
}
