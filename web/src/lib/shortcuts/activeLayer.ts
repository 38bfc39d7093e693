import { createContext, useLayoutEffect, useState } from 'react'

const open: symbol[] = []

/** The topmost layer, if any. */
export const activeLayer = () => open.at(-1)

/** The dialog that a component is in. */
export const ActiveLayerContext = createContext<symbol | undefined>(undefined)

/** Takes all shortcuts while it is mounted; returns the value of its context. */
export function useActiveLayer() {
  const [layer] = useState(() => Symbol('in front'))
  // A layout effect: on a slow machine a key comes before other effects run.
  useLayoutEffect(() => {
    open.push(layer)
    return () => void open.splice(open.indexOf(layer), 1)
  }, [layer])
  return layer
}
