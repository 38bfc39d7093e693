import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { send } from '../api/apiRequest.ts'
import { appBase } from '../router/appBase.ts'
import { unsaved } from '../router/unsaved.ts'
import { session } from './session.ts'

/** How long signing out waits for an answer of the server. */
export const logoutWait = { timeout: 3000 } as const

/** Ends the session on the server and here. An unreachable server does not prevent signing out here. */
export function useLogout() {
  const router = useRouter()
  return useCallback(async () => {
    if (!(await unsaved.mayLeave())) return
    session.leave()
    await send({ method: 'POST', path: appBase.logout, whileViewing: true }, {}, logoutWait).catch(() => {})
    session.end()
    await router.navigate({ to: '/login', ignoreBlocker: true })
  }, [router])
}
