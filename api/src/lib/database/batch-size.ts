/** Default number of rows written by one statement. */
export const PORTION = 200

export function* portions<T>(rows: Iterable<T>, size = PORTION): Generator<T[]> {
  let portion: T[] = []
  for (const row of rows) {
    portion.push(row)
    if (portion.length < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
