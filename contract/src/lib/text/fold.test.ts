import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findWord, fold, foldCompact, foldedWords } from './fold.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })

describe('folding', () => {
  test.for([
    ['Šljiva', 'sljiva'],
    ['шљива', 'sljiva'],
    ['ŠLJIVA', 'sljiva'],
    ['Đorđe', 'djordje'],
    ['Ђорђе', 'djordje'],
    ['Đorđe'.normalize('NFD'), 'djordje'],
    ['ČĆŽŠ čćžš', 'cczs cczs'],
    ['ǅ Ǆ ǆ џ Џ', 'dz dz dz dz dz'],
    ['ǈ Ǉ ǉ љ', 'lj lj lj lj'],
    ['Straße STRAẞE', 'strasse strasse'],
    ['Ærø Œuvre Þór', 'aero oeuvre thor'],
    ['İstanbul ılıca', 'istanbul ilica'],
    ['100%_\\ ', '100%_\\ '],
    ['日本', '日本'],
  ] as const)('%s is compared as %s', ([input, folded]) => {
    expect(fold(input)).toBe(folded)
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (input) => fold(fold(input)) === fold(input)),
      { numRuns: 2000 },
    )
  })

  test('treats composed and decomposed letters alike', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'čćžšđéüñČĆŽŠĐ aj'), maxLength: 20 })
    fc.assert(fc.property(letters, (input) => fold(input.normalize('NFD')) === fold(input)))
  })

  test('never throws, and keeps unknown characters', () => {
    fc.assert(fc.property(anyText, (input) => typeof fold(input) === 'string'))
    expect(fold('a\ud800')).toBe('a\ud800')
  })
})

test('compares plates and account numbers without invisible characters', () => {
  const same = [
    'PG CG-418',
    'pg\tcg\u2011418',
    '\uff30\uff27\u3000\uff23\uff27\uff0d418',
    'P\u200bG\u202fCG\u2060\u2212\ufeff418',
  ]
  expect(same.map(foldCompact)).toEqual(same.map(() => 'pgcg-418'))
  fc.assert(fc.property(anyText, (input) => foldCompact(fold(input)) === foldCompact(input)))
})

test('splits words at blanks of any kind', () => {
  expect(foldedWords('  Žuta\u00a0ŠLJIVA\n\u3000')).toEqual(['zuta', 'sljiva'])
  expect(foldedWords(' \t ')).toEqual([])
})

describe('a search word', () => {
  const finds = (typed: string, text: string) =>
    foldedWords(typed).every((word) => findWord(fold(text), word) !== undefined)

  test('matches đ, dj and d with each other, in either script', () => {
    const spellings = ['duri', 'djuri', 'đuri', 'ђури', 'DURI']
    for (const typed of spellings)
      for (const written of spellings) expect(finds(typed, `Auto ${written}šić`)).toBe(true)
    expect([finds('juri', 'Đurišić'), finds('adutant', 'Adjutant'), finds('dunja', 'Đorđe')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('is found at any position, with any characters', () => {
    const text = fc.string({ unit: fc.constantFrom(...'adjzđ.*+?^$(){}[]|\\%_-1'), maxLength: 12 })
    fc.assert(
      fc.property(
        text,
        text,
        text,
        (before, word, after) => findWord(before + fold(word) + after, fold(word)) !== undefined,
      ),
    )
  })
})
