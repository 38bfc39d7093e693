import { isUtf8 } from 'node:buffer'

/**
 * Parses a JSON body. Throws SyntaxError on bytes that are not UTF-8, on anything that is not JSON, on keys that reach
 * for prototypes, on an object that names a key twice, because two readers of such a body could understand two different
 * things, and on shapes that no call has and that cost far more to parse than to send.
 */
export function parseJson(bytes: Buffer, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8')
  const text = bytes.toString()
  rejectUnsafeShape(text)
  return JSON.parse(text, reviver)
}

/** Keys that an object may have: ours have some dozens. */
const MOST_KEYS = 1000
/** Lists and objects in each other: ours have half a dozen. */
const MOST_DEEP = 100
/** Commas between members: twenty thousand whole records have some 350,000. */
const MOST_MEMBERS = 400_000
/** Of them in one list: the longest that a call takes has fifty thousand. */
const MOST_LISTED = 100_000

/**
 * Before the text is parsed, which may be JSON or not: a megabyte of brackets or keys takes the parser a tenth of a
 * second. Walks it once by hand: a regular expression runs out of stack on a text of megabytes.
 */
function rejectUnsafeShape(json: string) {
  const open: (Keys | undefined)[] = []
  const listed: number[] = [] // commas so far, of each that is open
  let members = 0
  let text = -1
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at)
    if (char === BACKSLASH) at++
    else if (char === QUOTE) {
      if (text < 0) text = at
      else {
        if (isFollowedByColon(json, at + 1)) addKey(open, json.slice(text, at + 1))
        text = -1
      }
    } else if (text >= 0) continue
    else if (char === COMMA) {
      const here = (listed.at(-1) ?? 0) + 1
      if (++members > MOST_MEMBERS || here > MOST_LISTED) throw new SyntaxError('too many members')
      listed[listed.length - 1] = here
    } else if (char === BRACE || char === BRACKET) {
      if (open.push(undefined) > MOST_DEEP) throw new SyntaxError('too deep')
      listed.push(0)
    } else if (char === END_BRACE || char === END_BRACKET) {
      open.pop()
      listed.pop()
    }
  }
}

const [BACKSLASH, QUOTE, COMMA] = [0x5c, 0x22, 0x2c]
const [BRACE, END_BRACE, BRACKET, END_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

function isFollowedByColon(json: string, from: number) {
  let at = from
  while (json.charCodeAt(at) <= 0x20) at++
  return json[at] === ':'
}

/** Of an object; most have a few keys, for which a list is cheaper to make than a set. */
type Keys = string[] | Set<string>
const FEW_KEYS = 16

function addKey(open: (Keys | undefined)[], quoted: string) {
  const innermost = open.length - 1
  if (innermost < 0) throw new SyntaxError('a key outside of an object')
  const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
  const keys = open[innermost]
  const isNamedTwice = Array.isArray(keys) ? keys.includes(key) : keys?.has(key)
  if (key === '__proto__' || isNamedTwice) throw new SyntaxError('a key is not allowed here or named twice')
  if (!keys) open[innermost] = [key]
  else if (!Array.isArray(keys)) {
    if (keys.add(key).size > MOST_KEYS) throw new SyntaxError('an object has too many keys')
  } else if (keys.push(key) > FEW_KEYS) open[innermost] = new Set(keys)
}
