import { partnerView } from '@kontor/contract/session/view'
import type { AppContext } from '../../../context.ts'
import { beginView, listViewable } from './queries.ts'

export function viewRoutes({ registerRoute, db }: AppContext) {
  registerRoute(partnerView.users, ({ params }) => listViewable(db, params.id))
  registerRoute(partnerView.begin, ({ user, ...call }) => beginView(db, user, call))
}
