import { describe, expect, test } from 'vitest'
import { toSent, toWritten } from './mentionText.ts'
import type { Source } from './sources.ts'
import { filled, queryAt } from './triggerQuery.ts'

const sources = [{ trigger: '/', atStart: true }, { trigger: '@' }] as unknown as Source[]
const queryIn = (text: string, caret = text.length) => {
  const place = queryAt(text, caret, sources)
  return place && [place.source.trigger, place.from, place.typed]
}

describe('a trigger character', () => {
  test.each([
    ['@', ['@', 0, '']],
    ['Kod @gume ko', ['@', 4, 'gume ko']],
    ['(@sava', ['@', 1, 'sava']],
    ['red\n@a', ['@', 4, 'a']],
    ['/rok', ['/', 0, 'rok']],
  ])('starts a query in %j', (text, place) => expect(queryIn(text)).toEqual(place))

  test.each([
    'ana@kontor',
    'a /rok',
    ' /rok',
    '@ a',
    '@a\nb',
    '@a b c d e',
    `@${'x'.repeat(41)}`,
    'dobar dan',
  ])('starts no query in %j', (text) => expect(queryIn(text)).toBeNull())

  test('queries at the caret, not at the end', () => {
    expect(queryIn('@gume i još', 3)).toEqual(['@', 0, 'gu'])
  })
})

test('placeholders are replaced, and unknown ones stay', () => {
  const values = { partner: 'Gume Kotor', potpis: undefined }
  expect(filled('{partner}, {potpis} {constructor} {nešto}', values)).toBe(
    'Gume Kotor, {potpis} {constructor} {nešto}',
  )
})

describe('a mention', () => {
  test('reads as a name in the editor, and is sent as its token', () => {
    const text = 'Kod [[partner:7|Auto X]] i [[partner:8|Auto X d.o.o.]].'
    expect(toWritten(text)).toBe('Kod @Auto X i @Auto X d.o.o..')
    expect(toSent('Kod @Auto X i @Auto X d.o.o..')).toBe(text)
  })

  test('of a second record with the same name includes its number', () => {
    expect(toWritten('[[partner:9|Auto X]]')).toBe('@Auto X (9)')
    expect(toSent('@Auto X (9) i @Auto X')).toBe('[[partner:9|Auto X]] i [[partner:7|Auto X]]')
  })

  test('matches regardless of case, and only as a whole word', () => {
    const token = '[[partner:7|Auto X]]'
    toWritten(token)
    expect(toSent('kod @auto x, i ŠALJE @AUTO X.')).toBe(`kod ${token}, i ŠALJE ${token}.`)
    for (const text of ['@Auto Xenon', '@Auto Xž', '@Auto X2', 'kod@Auto X']) expect(toSent(text)).toBe(text)
    expect(toSent('@Auto X-a')).toBe(`${token}-a`)
  })

  test.each(['Auto-centar Đurišić d.o.o.', 'MIC-00001', 'C++ (1/2) {x} a* b? $c ^d e.f \\g'])(
    'matches a record named %s',
    (name) => {
      const token = `[[partner:11|${name}]]`
      expect(toWritten(token)).toBe(`@${name}`)
      expect(toSent(`Zvao @${name}, sutra`)).toBe(`Zvao ${token}, sutra`)
    },
  )

  test('that was not chosen is plain text', () =>
    expect(toSent('@Neko i ana@kontor.me')).toBe('@Neko i ana@kontor.me'))
})
