/**
 * Looks up all keys that are requested in the same turn of the event loop with one query, so that a busy server checks
 * many sessions at the cost of one. Nothing is cached: each result is from a query that began after the request. `lookUp`
 * returns the results by key; when it throws, all callers of the batch reject.
 */
export function inBatches<Key, Result>(lookUp: (keys: Key[]) => Promise<Map<Key, Result>>) {
  let open: { keys: Set<Key>; results: Promise<Map<Key, Result>> } | undefined

  function begin() {
    const keys = new Set<Key>()
    const results = new Promise(setImmediate).then(() => {
      open = undefined
      return lookUp([...keys])
    })
    return { keys, results }
  }

  return async (key: Key): Promise<Result | undefined> => {
    open ??= begin()
    open.keys.add(key)
    return (await open.results).get(key)
  }
}

/**
 * Runs work that several callers request under the same key in the same turn of the event loop once, for all of them:
 * after a change every open screen reads the same page again. Nothing is cached: the work begins after the requests.
 */
export function coalesce<Result>() {
  const open = new Map<string, Promise<Result>>()
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const begun = open.get(key)
    if (begun) return begun
    const result = new Promise(setImmediate).then(() => {
      open.delete(key)
      return work()
    })
    open.set(key, result)
    return result
  }
}
