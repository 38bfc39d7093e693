/** One or two initials of a name: `Ana Vukčević` is AV. */
export const initials = (name: string) =>
  name
    .split(/[\s._-]+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()
