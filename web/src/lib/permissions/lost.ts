const listeners = new Set<() => void>()

/** Says that the server refused a call for want of a right: the user may do less than was known here. */
export const permissionsLost = {
  notify() {
    for (const listener of listeners) listener()
  },
  /** Answers how to stop listening. */
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
