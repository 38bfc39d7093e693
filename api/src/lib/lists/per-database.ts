/**
 * Something that every database has one of, made when it is first asked for and gone with the handle: two apps of one
 * process may have databases of their own, and what is known of the one says nothing about the other.
 */
export function memoizePerDatabase<Value extends object, Db extends object = object>(
  make: (db: Db) => Value,
): (db: Db) => Value {
  const made = new WeakMap<Db, Value>()
  return (db) => {
    const value = made.get(db) ?? make(db)
    made.set(db, value)
    return value
  }
}
