import { useRouterState } from '@tanstack/react-router'
import { waitingOrders } from '../../../app/portalScreens.tsx'
import { pendingIntents } from '../../../lib/idempotency/intent.ts'

/** Orders that have not been answered, on every screen but their own, which sends them itself. */
export function WaitingParts() {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  return pendingIntents().map((what) => {
    const [kind = '', id] = what.split(':')
    const { path, Part } = waitingOrders[kind] ?? {}
    if (!Part || here.endsWith(`${path}${id}`)) return null
    return <Part key={what} id={Number(id)} />
  })
}
