import { createContext, useEffect, useState } from 'react'

const open: symbol[] = []

/** What stands in front of everything else, if anything does. */
export const isActiveLayer = () => open.at(-1)

/** The dialog that one is in. */
export const ActiveLayerContext = createContext<symbol | undefined>(undefined)

/** Stands in front while it is there, so that no key is heard behind it; the answer is its context's. */
export function useActiveLayer() {
  const [own] = useState(() => Symbol('in front'))
  useEffect(() => {
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  }, [own])
  return own
}
