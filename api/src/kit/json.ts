/**
 * Parses a JSON body. Throws SyntaxError on anything that is not JSON, on keys that reach for prototypes and on an
 * object that names a key twice: two readers of such a body could understand two different things.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  refuseTwistedKeys(text)
  return value
}

const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g

function refuseTwistedKeys(json: string) {
  const open: Set<string>[] = []
  for (const [token, text = '', colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon) {
      const key = text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
      const keys = open.at(-1)
      if (key === '__proto__' || keys?.has(key)) throw new SyntaxError(`key ${key} is not allowed here`)
      keys?.add(key)
    }
  }
}
