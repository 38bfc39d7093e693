/**
 * A value per database, created at the first call and garbage collected with the database handle. Two apps in one
 * process may use different databases.
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
