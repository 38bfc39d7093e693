import { createContext } from 'react'

/** True where the whole of a row is one button: names in it lead nowhere of their own, for no link may be in a button. */
export const PlainNames = createContext(false)
