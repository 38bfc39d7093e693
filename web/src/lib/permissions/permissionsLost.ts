const listeners = new Set<() => void>()

/** Reports that the server rejected a call for missing permission: the stored permissions are outdated. */
export const permissionsLost = {
  notify() {
    for (const listener of listeners) listener()
  },
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
