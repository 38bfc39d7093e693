/** A value that is made when it is first asked for, and then kept. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
