import { createContext, use } from 'react'

/** The plain resources that the office does not use, by name; nobody is offered their screens. */
export const HiddenContext = createContext<ReadonlySet<string>>(new Set())

/** What is offered leaves these out: the menu, the home page, the palette and the table of rights. */
export const useHidden = () => use(HiddenContext)
