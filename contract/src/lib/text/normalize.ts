// More combining marks on a letter than any script uses. Half-width Japanese marks are letters that NFKC turns into
// marks. The lookbehind keeps the search fast.
const LONG_RUN = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u

/** Whether more than 30 combining marks follow one another. Such a text is rejected, see `isPrintable`. */
export const hasLongRun = (text: string) => LONG_RUN.test(text)

/**
 * A text in a Unicode normal form; use it for all untrusted text. Sorting marks takes quadratic time (400 KB took 24
 * s), so a text with too many in a row is returned unchanged.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC') =>
  hasLongRun(text) ? text : text.normalize(form)
