/** What is kept at most: enough for the pages and filters that an office looks at in an hour. */
const MOST = 500

/** Values by text, as long as they are among the last few hundred that were made. */
export class Recent<Value> {
  readonly #kept = new Map<string, Value>()

  /** The value kept under a key, or the one that is made now. */
  get(key: string, make: () => Value): Value {
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const made = make()
    this.keep(key, made)
    return made
  }

  keep(key: string, value: Value) {
    this.#kept.delete(key) // so that the newest stands last and the oldest goes first
    this.#kept.set(key, value)
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > MOST && !oldest.done) this.#kept.delete(oldest.value)
  }

  /** The value kept under a key. */
  peek(key: string) {
    return this.#kept.get(key)
  }
}
