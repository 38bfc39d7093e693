/** The keys of an object as its type knows them, in their order. */
export const keysOf = <K extends string>(object: Readonly<Record<K, unknown>>) => Object.keys(object) as K[]

/** An object that has under each key what is made of it. */
export const keyed = <K extends string, T>(keys: readonly K[], make: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>
