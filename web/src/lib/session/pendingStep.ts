import { useSearch } from '@tanstack/react-router'
import { useSearchHere } from '../router/useSearchHere.ts'
import type { SecondStep } from './signIn.ts'

interface Pending extends SecondStep {
  /** Where it leads, when not to where one was going. */
  leadsTo: string | null
}

const KEY = 'second'
/** Milliseconds for which the server keeps it. */
const GOOD = 5 * 60_000

/** A sign-in whose password was right, kept in this tab alone so that a reload goes on with it. */
export const pendingStep = {
  keep: (step: Pending) => sessionStorage.setItem(KEY, JSON.stringify({ ...step, until: Date.now() + GOOD })),
  /** Null when there is none, or its time is over. */
  read(): Pending | null {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Pending & { until: number }) | null
    return stored && stored.until > Date.now() ? stored : null // written above
  },
  drop: () => sessionStorage.removeItem(KEY),
}

/** Goes to the second step of the page where one signs in, or back to the first; all else in the address stays. */
export function useStepAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  return (step: '2' | undefined) => go({ ...search, step } as never, { instead: step === undefined }) // texts alone
}
