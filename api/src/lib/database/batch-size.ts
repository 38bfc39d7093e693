/** Default number of rows written by one statement. */
export const PORTION = 200

export function* portions<T>(rows: readonly T[], size = PORTION): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
