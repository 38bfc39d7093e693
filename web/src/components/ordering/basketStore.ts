import { useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'
import { storeOrShowError } from '../../lib/offline/cache.ts'
import { session } from '../../lib/session/session.ts'
import { storage } from '../../lib/session/storage.ts'

/** A line of the basket: pieces of a product, from the catalogue or in a campaign. */
export interface BasketLine {
  product_id: number
  /** Null for the catalogue. `isCounted`: the campaign has a limited number of pieces. */
  campaign: { id: number; name: string; isCounted: boolean } | null
  name: string
  erp_code: string
  image: string | null
  /** Price per piece in euros, as shown to and accepted by the user. */
  price: string
  quantity: number
  /** Ordered despite insufficient stock. */
  ignore: boolean
}

const NONE: readonly BasketLine[] = []
const listeners = createListeners()
const nameOf = () => session.userKey('basket')
let last = { name: '', stored: null as string | null, lines: NONE }

/** The stored lines. */
export function lines(): readonly BasketLine[] {
  const name = nameOf()
  const stored = storage.getItem(name)
  if (last.name !== name || last.stored !== stored)
    last = { name, stored, lines: stored ? (JSON.parse(stored) as BasketLine[]) : NONE } // written below
  return last.lines
}

/** Whether another tab has changed the lines since these were rendered; then they are rendered again. */
export function isOutdated(shown: readonly BasketLine[]): boolean {
  if (lines() === shown) return false
  listeners.notify()
  return true
}

/** Stores the lines. Returns false, with an error on screen, when storage is full: the basket stays as it was. */
export function write(next: readonly BasketLine[]): boolean {
  if (!session.token()) return false // nothing is stored after signing out
  if (next.length === 0) storage.removeItem(nameOf())
  else if (!storeOrShowError(nameOf(), JSON.stringify(next))) return false
  listeners.notify()
  return true
}

function subscribe(listener: () => void) {
  const unsubscribe = listeners.subscribe(listener)
  addEventListener('storage', listener) // changed by another tab
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}

/** The lines of the basket, in the order of adding. */
export const useBasket = (): readonly BasketLine[] => useSyncExternalStore(subscribe, lines)
