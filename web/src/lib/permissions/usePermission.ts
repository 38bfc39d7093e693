// What the signed-in user may do, and what is left of the screens without the rest.
import { can, type RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { createContext, use, useCallback } from 'react'

/** What the signed-in user may do; null where nothing is withheld, as in the partners' app. */
export const PermissionsContext = createContext<ReadonlySet<string> | null>(null)

/** Whether the signed-in user may do what needs that: a route by its `needs`, a screen by its own. */
export type Can = (permission: RequiredPermission | undefined) => boolean

/** What one may not do is not shown: whatever offers a call asks here first. The answer changes with the rights. */
export function usePermission(): Can {
  const rights = use(PermissionsContext)
  return useCallback((permission) => !rights || !permission || can(rights, permission), [rights])
}
