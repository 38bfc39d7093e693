import { home } from '@kontor/contract/home'
import { homeDay } from '@kontor/contract/home/day'
import type { AppContext } from '../../context.ts'
import { largestDebts, missingProducts, ordersByDay, runningCampaigns } from './day/queries.ts'
import { homeFigures } from './queries.ts'
import { getWaitingWork } from './waiting/queries.ts'

export function homeRoutes({ registerRoute, db }: AppContext) {
  registerRoute(home.figures, ({ user }) => homeFigures(db, user))
  registerRoute(homeDay.waiting, ({ user }) => getWaitingWork(db, user))
  registerRoute(homeDay.orders, ({ user }) => ordersByDay(db, user))
  registerRoute(homeDay.debts, ({ user }) => largestDebts(db, user))
  registerRoute(homeDay.campaigns, ({ user }) => runningCampaigns(db, user))
  registerRoute(homeDay.missing, ({ user }) => missingProducts(db, user))
}
