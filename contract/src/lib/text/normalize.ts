// A run that no script writes: nobody stacks more than a few marks on a letter. The half-width Japanese marks are
// letters until NFKC makes marks of them. It begins where no mark stands before, or the search itself would be slow.
const LONG_RUN = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u

/** Whether more than 30 combining marks follow one another. Such a text is refused, see `isPrintable`. */
export const hasLongRun = (text: string) => LONG_RUN.test(text)

/**
 * A text in a normal form of Unicode: the only way to normalise what a stranger may have written. Putting marks in order
 * takes time with the square of their number (400 KB took 24 s), so a text with too many in a row comes back as it is.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC') =>
  hasLongRun(text) ? text : text.normalize(form)
