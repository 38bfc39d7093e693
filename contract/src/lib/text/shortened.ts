/** A text of at most `max` characters; a longer one ends in an ellipsis, and no character is split. */
export const shortened = (text: string, max: number) =>
  text.length > max
    ? `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text
