import { createListeners } from '../listeners.ts'
import { connection } from '../realtime/connection.ts'

const listeners = createListeners()
let isAvailable = false

/** Whether the server has a newer build of the app than the one that runs. */
export const newBuild = {
  isAvailable: () => isAvailable,
  subscribe: listeners.subscribe,
  announce() {
    isAvailable = true
    listeners.notify()
  },
}

/**
 * A chunk that fails while the server is reachable was replaced by a newer build. While it is
 * unreachable, the importing component loads it again; stylesheets are reloaded here, because Vite
 * requests each of them once.
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
