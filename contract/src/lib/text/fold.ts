// The one form in which texts are compared.
import { normalize } from './normalize.ts'

/**
 * Folding: the one form in which texts are compared when people search. Case, diacritics and script do not matter:
 * `Šljiva`, `sljiva` and `шљива` are the same, and so are `đ` and `dj`. PostgreSQL has the same function
 * (`fold(text)`, created from {@link foldSql}); a test holds the two together on arbitrary text.
 */
const LETTERS: readonly (readonly [to: string, from: string])[] = [
  ['a', 'àáâãäåāăąǎǟǡǻȁȃȧạảấầẩẫậắằẳẵặа'],
  ['b', 'ḃḅḇб'],
  ['c', 'çćĉċčḉчћц'],
  ['d', 'ďḋḍḏḑḓд'],
  ['e', 'èéêëēĕėęěȅȇȩẹẻẽếềểễệеёэє'],
  ['f', 'ḟф'],
  ['g', 'ĝğġģǧǵḡгґѓ'],
  ['h', 'ĥħȟḣḥḧḩḫх'],
  ['i', 'İìíîïĩīĭįıǐȉȋḭḯỉịиіїй'],
  ['j', 'ĵǰј'],
  ['k', 'ķǩḱḳḵкќ'],
  ['l', 'ĺļľŀłḷḹḻḽл'],
  ['m', 'ḿṁṃм'],
  ['n', 'ñńņňŉǹṅṇṉṋн'],
  ['o', 'òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱọỏốồổỗộớờởỡợо'],
  ['p', 'ṕṗп'],
  ['r', 'ŕŗřȑȓṙṛṝṟр'],
  ['s', 'śŝşšșſṡṣṥṧṩсш'],
  ['t', 'ţťŧțṫṭṯṱẗт'],
  ['u', 'ùúûüũūŭůűųưǔǖǘǚǜȕȗụủứừửữựуў'],
  ['v', 'ṽṿв'],
  ['w', 'ŵẁẃẅẇẉ'],
  ['x', 'ẋẍ'],
  ['y', 'ýÿŷȳẏẙỳỵỷỹы'],
  ['z', 'źżžẑẓẕжз'],
]
/** Letters that become two. */
const PAIRS: readonly (readonly [from: string, to: string])[] = [
  ['đ', 'dj'],
  ['ђ', 'dj'],
  ['љ', 'lj'],
  ['њ', 'nj'],
  ['џ', 'dz'],
  ['ǆ', 'dz'],
  ['ǉ', 'lj'],
  ['ǌ', 'nj'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['щ', 'sc'],
  ['ю', 'ju'],
  ['я', 'ja'],
]
/** Combining marks: dropped, so that decomposed text folds like composed text. */
const MARKS = Array.from({ length: 0x70 }, (_, i) => String.fromCharCode(0x300 + i))
/** Upper-case forms whose lower case is not one character long or not in the table by itself. */
const TITLE = new Map([
  ['ǅ', 'dz'],
  ['ǈ', 'lj'],
  ['ǋ', 'nj'],
  ['ẞ', 'ss'],
])

const TABLE = new Map<string, string>([...MARKS.map((mark) => [mark, ''] as const), ...TITLE])
for (const [from, to] of [
  ...LETTERS.flatMap(([to, all]) => [...all].map((from) => [from, to] as const)),
  ...PAIRS,
]) {
  TABLE.set(from, to)
  const upper = from.toUpperCase()
  if (upper.length === 1 && !TABLE.has(upper) && upper > '\u007f') TABLE.set(upper, to)
}

/** Folds a text for comparison. Length may change; ASCII is only lower-cased. */
export function fold(text: string): string {
  let folded = ''
  for (const char of text) {
    folded += char <= '\u007f' ? char.toLowerCase() : (TABLE.get(char) ?? char)
  }
  return folded
}

/**
 * The same of texts of which blanks tell nothing apart, nor what nobody sees, the width of letters and the kind of a
 * hyphen: `ＰＧ CG‑418` is `PGCG-418`. What is folded already may be given as well. PostgreSQL has it as
 * `fold(compact(text))`.
 */
export const foldCompact = (text: string) =>
  fold(
    text
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-'),
  )

/** Splits what was typed into folded words; a record matches when it contains each of them. */
export const foldedWords = (typed: string) => fold(normalize(typed)).split(/\s+/u).filter(Boolean)

/**
 * A folded word as a pattern for folded text, the same in JavaScript and in PostgreSQL: `d` is found as `dj` and the
 * other way round, because people type both where `đ` stands. Only searching is so kind: as names they stay different.
 */
export const wordPattern = (word: string) =>
  word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/dj?/g, 'dj?')

/** Where a folded word stands in a folded text; nothing when it does not. */
export function findWord(folded: string, word: string): { from: number; to: number } | undefined {
  const found = new RegExp(wordPattern(word)).exec(folded)
  return found ? { from: found.index, to: found.index + found[0].length } : undefined
}

// Our own letters, replaced one for one or by two: most texts hold no others.
const OWN_LETTERS = `replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')`

/** SQL that creates PostgreSQL's `fold(text)`: translate() for one-to-one letters, replace() for pairs. */
export function foldSql(): string {
  const single = [...TABLE].filter(([, to]) => to.length === 1)
  const dropped = [...TABLE].filter(([, to]) => to === '')
  const pairs = [...TABLE].filter(([, to]) => to.length === 2)
  const from = [...single, ...dropped].map(([char]) => char).join('')
  const to = single.map(([, letter]) => letter).join('')
  const folded = pairs.reduce(
    (sql, [char, two]) => `replace(${sql}, '${char}', '${two}')`,
    `translate(lower(value COLLATE "C"), '${from}', '${to}')`,
  )
  return `CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
  -- ASCII needs lower() only, Montenegrin letters a few replacements. The full table costs ten times that.
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value COLLATE "C")
    WHEN octet_length(${OWN_LETTERS}) = length(${OWN_LETTERS}) THEN lower(${OWN_LETTERS} COLLATE "C")
    ELSE ${folded} END
$fold$;
`
}
