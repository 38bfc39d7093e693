import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

test.for([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"a":1 , "a"\n:\t2}',
  '[{"b":{"a":1,"c":{"x":1},"a":2}}]',
  '{"a":{},"b":[],"a":{}}',
  '{"__proto__":1}',
  '{"a":[{"\\u005f_proto__":{}}]}',
])('rejects %s', (text) => {
  expect(() => parse(text)).toThrow(SyntaxError)
})

test.for([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"{\\"a\\":1,\\"a\\":2}","b":"}"}',
  '{"a":"\\\\","b":"\\\\\\""}',
  '{"a":["a","a"],"b":"a"}',
  '{"":{"":1}}',
  '"a"',
  ' null ',
])('parses %s as JSON.parse does', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text))
})

test('accepts an object of a thousand keys, and none of more', () => {
  const keyed = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0])))
  expect(Object.keys(parse(keyed(1000)) as object)).toHaveLength(1000)
  expect(() => parse(`[${keyed(1001)}]`)).toThrow(SyntaxError)
})

test('accepts nesting up to the limit, and none deeper, complete or truncated', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const begin = '{"a":['.repeat(50)
  const end = ']}'.repeat(50)
  expect(parse(nested(100))).toEqual(JSON.parse(nested(100)))
  expect(parse(begin + end)).toEqual(JSON.parse(begin + end))
  for (const text of [nested(101), `${begin}{}${end}`, '['.repeat(1_000_000), '{"a":'.repeat(1_000_000)]) {
    expect(() => parse(text)).toThrow(SyntaxError)
  }
})

test('accepts lists of a hundred thousand members, four hundred thousand in all, and none of more', () => {
  const listed = (count: number) => `["a,b"${',0'.repeat(count)}]`
  expect(parse(listed(100_000))).toHaveLength(100_001)
  expect(() => parse(listed(100_001))).toThrow(SyntaxError)
  const all = (last: number) => `[${listed(100_000)},${listed(100_000)},${listed(100_000)},${listed(last)}]`
  expect(parse(all(99_997))).toHaveLength(4)
  expect(() => parse(all(99_998))).toThrow(SyntaxError)
})

test('rejects invalid JSON', () => {
  for (const text of [
    '',
    ' ',
    '"a":1',
    '}',
    ']"a":1',
    '{"a":1',
    '"a',
    '"\\',
    '{a:1}',
    '["a":1]',
    '{"\\x":1}',
  ])
    expect(() => parse(text), text).toThrow(SyntaxError)
})

test('rejects bytes that are not UTF-8', () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xc0, 0xaf, 0x22],
  ]) {
    expect(() => parseJson(Buffer.from(bytes))).toThrow(SyntaxError)
  }
})

test('parses any value without duplicate keys', () => {
  const value = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' })
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (data, indent) => {
      const text = JSON.stringify(data, null, indent)
      fc.pre(!text.includes('__proto__'))
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('rejects any object with a duplicate key', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1, maxKeys: 5 })
  fc.assert(
    fc.property(object, fc.nat(), (data, which) => {
      const keys = Object.keys(data)
      const again = JSON.stringify(keys[which % keys.length])
      const text = JSON.stringify(data).replace(/\}$/, () => `,${again}:1}`)
      expect(() => parse(text)).toThrow(SyntaxError)
    }),
  )
})

test('does not exhaust the stack on megabytes of escapes, brackets or blanks', () => {
  const million = 1_000_000
  for (const text of [
    JSON.stringify('\\"'.repeat(million / 4)),
    `[${'{},'.repeat(million / 10)}{}]`,
    `{"a"${' '.repeat(million)}:1}`,
    `[${'[],'.repeat(million / 10)}[]]`,
  ]) {
    expect(() => parse(text)).not.toThrow()
  }
})
