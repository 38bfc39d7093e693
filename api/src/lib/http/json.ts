import { isUtf8 } from 'node:buffer'

/**
 * Parses a JSON body. Throws SyntaxError on bytes that are not UTF-8, on invalid JSON, on keys that pollute prototypes,
 * on duplicate keys (two parsers could read such a body differently), and on sizes that no request has and that cost
 * far more to parse than to send.
 */
export function parseJson(bytes: Buffer, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8')
  const text = bytes.toString()
  rejectUnsafeShape(text)
  return JSON.parse(text, reviver)
}

/** Limit of keys of an object: requests have some dozens. */
const MAX_KEYS = 1000
/** Limit of nesting: requests have half a dozen levels. */
const MAX_DEPTH = 100
/** Limit of commas between members: twenty thousand whole records have some 350,000. */
const MAX_MEMBERS = 400_000
/** Limit of commas in one list: the longest list of a request has fifty thousand members. */
const MAX_LIST_MEMBERS = 100_000

/**
 * Checks the limits before parsing: a megabyte of brackets or keys takes the parser a tenth of a second. It is a loop
 * because a regular expression runs out of stack on megabytes.
 */
function rejectUnsafeShape(json: string) {
  const open: (Keys | undefined)[] = []
  const listed: number[] = [] // commas so far in each open object or list
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
      const count = (listed.at(-1) ?? 0) + 1
      if (++members > MAX_MEMBERS || count > MAX_LIST_MEMBERS) throw new SyntaxError('too many members')
      listed[listed.length - 1] = count
    } else if (char === BRACE || char === BRACKET) {
      if (open.push(undefined) > MAX_DEPTH) throw new SyntaxError('too deep')
      listed.push(0)
    } else if (char === END_BRACE || char === END_BRACKET) {
      open.pop()
      listed.pop()
    }
  }
}

const BACKSLASH = 0x5c
const QUOTE = 0x22
const COMMA = 0x2c
const BRACE = 0x7b
const END_BRACE = 0x7d
const BRACKET = 0x5b
const END_BRACKET = 0x5d

function isFollowedByColon(json: string, from: number) {
  let at = from
  while (json.charCodeAt(at) <= 0x20) at++
  return json[at] === ':'
}

/** Keys of an object. Most have few, for which an array is cheaper than a set. */
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
    if (keys.add(key).size > MAX_KEYS) throw new SyntaxError('an object has too many keys')
  } else if (keys.push(key) > FEW_KEYS) open[innermost] = new Set(keys)
}
