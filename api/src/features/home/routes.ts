import { home } from '@kontor/contract/home'
import { homeDay } from '@kontor/contract/home/day'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { largestDebts, missingProducts, ordersByDay, runningCampaigns } from './day/queries.ts'
import { homeFigures } from './queries.ts'
import { whatWaits } from './waiting/queries.ts'

export function homeRoutes({ serve, db }: Kontor) {
  serve(home.figures, ({ user }) => homeFigures(db, user))
  serve(homeDay.waiting, ({ user }) => whatWaits(db, user))
  serve(homeDay.orders, ({ user }) => ordersByDay(db, user))
  serve(homeDay.debts, ({ user }) => largestDebts(db, user))
  serve(homeDay.campaigns, ({ user }) => runningCampaigns(db, user))
  serve(homeDay.missing, ({ user }) => missingProducts(db, user))
}
