import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mention, mentionKinds, parseMentions, tokenOf, withoutMentions } from './mentions.ts'

const kotor: Mention = { kind: 'partner', id: 10007, name: 'Gume Kotor d.o.o.' }
const TOKEN = '[[partner:10007|Gume Kotor d.o.o.]]'

describe('a mention', () => {
  test('is parsed from its text', () => {
    expect(tokenOf(kotor)).toBe(TOKEN)
    expect(parseMentions(`Kod ${TOKEN} u Kotoru`)).toEqual(['Kod ', kotor, ' u Kotoru'])
    expect(parseMentions(`${TOKEN}${TOKEN}`)).toEqual([kotor, kotor])
    expect(withoutMentions(`Kod ${TOKEN} u Kotoru`)).toBe('Kod Gume Kotor d.o.o. u Kotoru')
  })

  test('has a name that fits into a token, for any name', () => {
    expect(tokenOf({ ...kotor, name: ' A|B [c]\n d ' })).toBe('[[partner:10007|A/B (c) d]]')
    expect(tokenOf({ ...kotor, name: ' ' })).toBe('[[partner:10007|10007]]')
    expect(parseMentions(tokenOf({ ...kotor, name: '😀'.repeat(300) }))).toHaveLength(1)
  })

  test.each([
    '[[partner:0|Nula]]',
    '[[partner:-1|Manje]]',
    '[[partner:1e3|Potencija]]',
    '[[partner:2147483648|Previše]]',
    '[[partner:1|]]',
    '[[partner:1|dva\nreda]]',
    '[[user:1|Neko]]',
    '[[javascript:1|x]]',
    '[[constructor:1|x]]',
    '[[partner:1|x]',
    '[partner:1|x]]',
    '[[ partner:1|x]]',
  ])('%j is plain text', (text) => {
    expect(parseMentions(text)).toEqual([text])
    expect(withoutMentions(text)).toBe(text)
  })

  test('is not left when tokens are nested', () => {
    expect(withoutMentions('[[partner:1|[[partner:2|x]]]]')).toBe('x')
  })
})

const mention = fc.record({
  kind: fc.constantFrom(...mentionKinds),
  id: fc.integer({ min: 1, max: 2_147_483_647 }),
  name: fc.string({ unit: 'grapheme' }),
})
const scrap = fc.constantFrom('[[', ']]', '|', 'partner:', 'product:', '12', 'ime', '\n', ' ')
const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), scrap, mention.map(tokenOf)), { maxLength: 30 })
  .map((parts) => parts.join(''))

describe('any text', () => {
  test('is the sum of its parsed parts', () => {
    fc.assert(
      fc.property(text, (input) => {
        const parts = parseMentions(input)
        expect(parts.map((part) => (typeof part === 'string' ? part : tokenOf(part))).join('').length).toBe(
          input.length,
        )
        for (const part of parts) if (typeof part === 'string') expect(parseMentions(part)).toEqual([part])
      }),
    )
  })

  test('has no mention after withoutMentions', () => {
    fc.assert(
      fc.property(text, (input) => {
        const bare = withoutMentions(input)
        expect(parseMentions(bare).filter((part) => typeof part !== 'string')).toEqual([])
        expect(withoutMentions(bare)).toBe(bare)
      }),
    )
  })

  test('round-trips a mention', () => {
    fc.assert(
      fc.property(mention, (input) => {
        expect(parseMentions(tokenOf(input))).toMatchObject([{ kind: input.kind, id: input.id }])
      }),
    )
  })
})
