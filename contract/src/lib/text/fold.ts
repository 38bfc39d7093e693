// Folding of texts for comparison and search.
import { normalize } from './normalize.ts'

/**
 * Folding ignores case, diacritics and script: `Šljiva`, `sljiva` and `шљива` are equal, and so are `đ` and `dj`.
 * PostgreSQL has the same function (`fold(text)`, created from {@link foldSql}); a test compares the two on arbitrary
 * texts.
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
/** Letters that are replaced by two. */
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
/** Combining marks are removed, so that decomposed text folds like composed text. */
const MARKS = Array.from({ length: 0x70 }, (_, i) => String.fromCharCode(0x300 + i))
/** Upper-case letters whose lower case has more than one character or is not in the table. */
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
 * As {@link fold}, without blanks and invisible characters, width of letters and kind of hyphen: `ＰＧ CG‑418` is
 * `PGCG-418`. It may be applied to a folded text. PostgreSQL has it as `fold(compact(text))`.
 */
export const foldCompact = (text: string) =>
  fold(
    text
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-'),
  )

/** Splits a search text into folded words; a record matches when it contains each of them. */
export const foldedWords = (typed: string) => fold(normalize(typed)).split(/\s+/u).filter(Boolean)

/**
 * A folded word as a regular expression for folded text, the same in JavaScript and PostgreSQL: `d` and `dj` match each
 * other, because people type both for `đ`. Only searches do that: as names they are distinct.
 */
export const wordPattern = (word: string) =>
  word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/dj?/g, 'dj?')

/** The position of a folded word in a folded text; undefined when it is not contained. */
export function findWord(folded: string, word: string): { from: number; to: number } | undefined {
  const found = new RegExp(wordPattern(word)).exec(folded)
  return found ? { from: found.index, to: found.index + found[0].length } : undefined
}

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
  return `CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
DECLARE
  ours text;
BEGIN
  -- ASCII needs lower() only, Montenegrin letters a few replacements. The full table costs ten times that.
  IF octet_length(value) = length(value) THEN RETURN lower(value COLLATE "C"); END IF;
  ours := replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj');
  IF octet_length(ours) = length(ours) THEN RETURN lower(ours COLLATE "C"); END IF;
  RETURN ${folded};
END $fold$;
`
}
