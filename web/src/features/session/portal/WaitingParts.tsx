import { useRouterState } from '@tanstack/react-router'
import { pendingIntents } from '../../../kit/session/intent.ts'
import { waitingOrders } from '../../../portalScreens.tsx'

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
