import { connection } from '../realtime/connection.ts'

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

/**
 * Code that does not come from a server that is there was replaced by a newer build. From one that is not it is asked
 * for again by whoever needs it; styles only here, for Vite asks for each of them once.
 */
export function watchChunks() {
  addEventListener('vite:preloadError', () => {
    void connection.ping().then((reached) => reached && newBuild.announce())
  })
  connection.onReturn(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!link.sheet) link.replaceWith(link.cloneNode())
  })
}
