import { useSyncExternalStore } from 'react'
import { session } from '../../lib/session/session.ts'

/** What somebody is about to order: pieces of a product, from the catalogue or in a campaign. */
export interface BasketLine {
  product_id: number
  /** Null for one from the catalogue. A campaign that counts its pieces has so many and no more. */
  campaign: { id: number; name: string; isCounted: boolean } | null
  name: string
  erp_code: string
  image: string | null
  /** Euros for a piece, as they were shown and agreed to. */
  price: string
  quantity: number
  /** Whether it is ordered although there is not enough of it. */
  ignore: boolean
  /** How many there were when an order of more was refused. */
  available: number | null
}

const NONE: readonly BasketLine[] = []
const listeners = new Set<() => void>()
const nameOf = () => session.own('basket')
let last = { name: '', stored: null as string | null, lines: NONE }

/** The lines as this device keeps them. */
export function lines(): readonly BasketLine[] {
  const name = nameOf()
  const stored = localStorage.getItem(name)
  if (last.name !== name || last.stored !== stored)
    last = { name, stored, lines: stored ? (JSON.parse(stored) as BasketLine[]) : NONE } // written below
  return last.lines
}

/** Keeps these lines from now on. */
export function write(next: readonly BasketLine[]) {
  if (!session.token()) return // who has signed out leaves nothing behind
  if (next.length > 0) localStorage.setItem(nameOf(), JSON.stringify(next))
  else localStorage.removeItem(nameOf())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener) // another tab has changed it
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The lines of the basket, in the order in which they came. */
export const useBasket = (): readonly BasketLine[] => useSyncExternalStore(subscribe, lines)
