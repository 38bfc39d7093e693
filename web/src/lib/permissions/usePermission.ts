// The permissions of the signed-in user.
import { can, type RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { createContext, use, useCallback } from 'react'

/** The permissions of the signed-in user; null when unrestricted, as in the partners' app. */
export const PermissionsContext = createContext<ReadonlySet<string> | null>(null)

/** Whether the user has a permission: that of a route or of a screen. */
export type Can = (permission: RequiredPermission | undefined) => boolean

/**
 * Returns the permission check for rendering: actions without permission are not shown. Rerenders when
 * the permissions change.
 */
export function usePermission(): Can {
  const permissions = use(PermissionsContext)
  return useCallback(
    (permission) => !permissions || !permission || can(permissions, permission),
    [permissions],
  )
}

/** The names of generated resources that the office does not use; their screens are hidden. */
export const HiddenContext = createContext<ReadonlySet<string>>(new Set())

/** The hidden resources, left out of navigation, home page, palette and permission matrix. */
export const useHidden = () => use(HiddenContext)
