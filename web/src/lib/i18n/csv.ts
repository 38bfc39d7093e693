/**
 * Rows as CSV that Excel opens with its letters and columns intact: a byte order mark, semicolons, quoted cells. A text
 * that Excel would take for a formula gets an apostrophe in front.
 */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  `\ufeff${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`

const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
