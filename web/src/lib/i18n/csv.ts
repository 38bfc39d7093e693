/**
 * Formats rows as CSV for Excel: a byte order mark, so that letters like č are read correctly, semicolons, and quoted
 * cells. A text that Excel would read as a formula is prefixed with an apostrophe.
 */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  `\ufeff${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`

const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
