import { createContext, use } from 'react'

/** The names of plain resources that the office does not use; their screens are hidden. */
export const HiddenContext = createContext<ReadonlySet<string>>(new Set())

/** The hidden resources, left out of navigation, home page, palette and permission matrix. */
export const useHidden = () => use(HiddenContext)
