import { createContext } from 'react'

/**
 * True when a whole row is one button: names inside render no links, because a button must not contain
 * links.
 */
export const PlainNames = createContext(false)
