/** Invalid ids in a path. */
export const BAD_IDS = [
  ...['0', '-1', '+1', 'abc', '1e3', '1.0', '01', '0x1', '1,5', 'null', 'undefined', 'NaN', 'Infinity'],
  ...['2147483648', '9223372036854775808', '18446744073709551616', '9'.repeat(300)],
  ...['%00', '1%00', '%E0%A4%A', '%', '%20', '1%20', '%0A1', '1;2', '..%2f..%2fetc%2fpasswd', '%D9%A1'],
  ...[encodeURIComponent("' OR 1=1"), encodeURIComponent('1; DROP TABLE users'), '__proto__', 'constructor'],
]

/** Values that only some fields accept. */
export const BAD_VALUES = {
  'a negative number': -1,
  'a fraction': 1.5,
  'a huge number': 1e308,
  'a big integer': 2 ** 53,
  'a digit as text': '5',
  'a word': 'x',
  nothing: '',
  blanks: ' \u200b\u00a0',
  true: true,
  null: null,
  'an empty list': [],
  'a list of numbers': [10],
  'an empty object': {},
}

/** Values that no field may accept. */
export const HOSTILE_VALUES = {
  'a NUL': 'Proba\u0000',
  'a lone surrogate': 'Proba\ud800',
  'a megabyte': 'x'.repeat(1_000_000),
  'an operator': { $ne: 1 },
  'a list of operators': [{ $gt: '' }],
  'a deep list': JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown,
}

/** Texts of a multipart field. */
export const BAD_TEXTS = {
  'a NUL': 'Proba\u0000',
  'half a megabyte': 'x'.repeat(500_000),
  nothing: '',
  'a word': 'x',
  'a negative number': '-1',
  'a huge number': '1e309',
  hexadecimal: '0x10',
  'Arabic digits': '٣',
  infinity: 'Infinity',
  'a big integer': '2147483648',
  json: '{"$ne":1}',
}

/** Texts of a query field with JSON. */
export const BAD_QUERY_TEXTS = [
  ...['', '{bad', '[]', '5', '"x"', 'true', 'null', '{}', '\u0000', 'x'.repeat(200_000)],
  ...['{"__proto__":{"x":1}}', '{"constructor":1}', '{"toString":1}', '{"$ne":1}', '{"name":{"$ne":1}}'],
  ...['{"name":"\\u0000"}', '{"name":"\\ud800"}', '{"name":5}', '{"page":0}', '{"itemsPerPage":1e9}'],
  ...['{"sortBy":["(select pg_sleep(5))"]}', '{"sortBy":{"x":1}}', '['.repeat(90_000)],
]
