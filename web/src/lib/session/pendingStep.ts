import { useSearch } from '@tanstack/react-router'
import { useSearchHere } from '../router/useSearchHere.ts'
import type { SecondStep } from './signIn.ts'

interface Pending extends SecondStep {
  /** Target after sign-in, when it is not the requested page. */
  leadsTo: string | null
}

const KEY = 'second'
/** Milliseconds for which the server keeps the ticket. */
const TICKET_MS = 5 * 60_000

/** A sign-in whose password was correct, stored for this tab only so that a reload continues it. */
export const pendingStep = {
  keep: (step: Pending) =>
    sessionStorage.setItem(KEY, JSON.stringify({ ...step, until: Date.now() + TICKET_MS })),
  /** Null when there is none or it has expired. */
  read(): Pending | null {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Pending & { until: number }) | null
    return stored && stored.until > Date.now() ? stored : null // written above
  },
  drop: () => sessionStorage.removeItem(KEY),
}

/** Goes to the second step of the sign-in page, or back to the first; other search params stay. */
export function useStepAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  return (step: '2' | undefined) => go({ ...search, step } as never, { instead: step === undefined }) // all are strings
}
