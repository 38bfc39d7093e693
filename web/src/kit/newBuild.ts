const listeners = new Set<() => void>()
let isThere = false

/** Whether a newer build of the app is on the server than the one that runs here. */
export const newBuild = {
  isThere: () => isThere,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  announce() {
    isThere = true
    for (const listener of listeners) listener()
  },
}

/** Code that is no longer on the server was replaced by a newer build. */
export function watchChunks() {
  addEventListener('vite:preloadError', newBuild.announce)
}
