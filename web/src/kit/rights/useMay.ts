// rights: what the signed-in user may do, and what is left of the screens without the rest. Also entered at Rights.tsx
// (which asks), useHidden.ts (what the office does not use), useAllowedList.ts (of a list), ticks.ts (a role’s rights being changed), NotForRole.tsx (instead of a screen), lost.ts (a call was refused).
import { may, type Needs } from '@kontor/contract/kit/api/rights'
import { createContext, use, useCallback } from 'react'

/** What the signed-in user may do; null where nothing is withheld, as in the partners' app. */
export const RightsContext = createContext<ReadonlySet<string> | null>(null)

/** Whether the signed-in user may do what needs that: a route by its `needs`, a screen by its own. */
export type May = (needs: Needs | undefined) => boolean

/** What one may not do is not shown: whatever offers a call asks here first. The answer changes with the rights. */
export function useMay(): May {
  const rights = use(RightsContext)
  return useCallback((needs) => !rights || !needs || may(rights, needs), [rights])
}
