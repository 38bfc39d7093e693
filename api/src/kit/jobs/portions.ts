/** Rows written by one step: few enough that others, who get their turn between two of them, hardly wait. */
export const PORTION = 200

export function* portions<T>(rows: readonly T[], size = PORTION): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
