import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(listener: () => void) {
  const ends = new AbortController()
  for (const name of ['beforeprint', 'afterprint'])
    addEventListener(
      name,
      () => {
        isPrinting = name === 'beforeprint'
        listener()
      },
      { signal: ends.signal },
    )
  return () => ends.abort()
}

/**
 * Whether the page is being printed, so that what renders only its visible rows renders all of them. The
 * media query `print` changes too late: the browser has counted the pages by then.
 */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isPrinting)
