import { createContext, useEffect, useState } from 'react'

const open: symbol[] = []

/** The topmost layer, if any. */
export const isActiveLayer = () => open.at(-1)

/** The dialog that a component is in. */
export const ActiveLayerContext = createContext<symbol | undefined>(undefined)

/** Takes all shortcuts while it is mounted; returns the value of its context. */
export function useActiveLayer() {
  const [own] = useState(() => Symbol('in front'))
  useEffect(() => {
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  }, [own])
  return own
}
