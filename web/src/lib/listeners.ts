/** Listeners; `subscribe` is what useSyncExternalStore takes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value with its listeners. */
export function createStore<T>(first: T) {
  const { notify, subscribe } = createListeners()
  let value = first
  return {
    get: () => value,
    set(next: T) {
      value = next
      notify()
    },
    subscribe,
  }
}
