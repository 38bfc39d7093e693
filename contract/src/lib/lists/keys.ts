/** The keys of an object with their literal type, in order. */
export const keysOf = <K extends string>(object: Readonly<Record<K, unknown>>) => Object.keys(object) as K[]

/** An object with further entries before one of its keys. */
export const insertBefore = <T extends object, M extends object>(object: T, key: keyof T & string, more: M) =>
  Object.fromEntries(
    Object.entries(object).flatMap((entry) =>
      entry[0] === key ? [...Object.entries(more), entry] : [entry],
    ),
  ) as T & M

/** An object with a value made for each key. */
export const keyed = <K extends string, T>(keys: readonly K[], make: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>
