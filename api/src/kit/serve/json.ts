import { isUtf8 } from 'node:buffer'

/**
 * Parses a JSON body. Throws SyntaxError on bytes that are not UTF-8, on anything that is not JSON, on keys that reach
 * for prototypes, on an object with more than a thousand keys, and on one that names a key twice: two readers of such a
 * body could understand two different things.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8')
  const text = bytes.toString()
  const value: unknown = JSON.parse(text)
  refuseTwistedKeys(text)
  return value
}

/** Keys that an object may have: ours have some dozens, and each unknown one costs more than it cost to send. */
const MOST_KEYS = 1000

/** `json` is known to be valid. Walks it once by hand: a regular expression runs out of stack on a text of megabytes. */
function refuseTwistedKeys(json: string) {
  const open: (Set<string> | undefined)[] = []
  let text: number | undefined
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '\\') at++
    else if (char === '"') {
      if (text === undefined) text = at
      else {
        if (isFollowedByColon(json, at + 1)) addKey(open, JSON.parse(json.slice(text, at + 1)))
        text = undefined
      }
    } else if (text !== undefined) continue
    else if (char === '{') open.push(undefined)
    else if (char === '}') open.pop()
  }
}

function isFollowedByColon(json: string, from: number) {
  let at = from
  while (json.charCodeAt(at) <= 0x20) at++
  return json[at] === ':'
}

function addKey(open: (Set<string> | undefined)[], key: string) {
  const innermost = open.length - 1
  const keys = open[innermost] ?? new Set()
  open[innermost] = keys
  if (key === '__proto__' || keys.has(key)) throw new SyntaxError('a key is not allowed here or named twice')
  if (keys.add(key).size > MOST_KEYS) throw new SyntaxError('an object has too many keys')
}
