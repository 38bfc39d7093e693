import { home } from '@kontor/contract/home'
import { homeDay } from '@kontor/contract/home/day'
import { requireRight } from '../../kit/auth/guard.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { largestDebts, missingProducts, ordersByDay, runningCampaigns } from './day/queries.ts'
import { homeFigures } from './queries.ts'
import { whatWaits } from './waiting/queries.ts'

export function homeRoutes({ serve, db }: Kontor) {
  serve(home.figures, ({ user }) => homeFigures(db, user))
  serve(homeDay.waiting, ({ user }) => whatWaits(db, user))
  serve(homeDay.orders, ({ user }) => ordersByDay(db, user))
  // A route asks for one right; what these add up belongs to more than one area.
  serve(homeDay.debts, ({ user }) => {
    requireRight(user, 'partners.see')
    return largestDebts(db)
  })
  serve(homeDay.campaigns, ({ user }) => {
    requireRight(user, 'cart.see')
    return runningCampaigns(db)
  })
  serve(homeDay.missing, ({ user }) => {
    requireRight(user, 'catalogueOrders.see')
    requireRight(user, 'cart.see')
    return missingProducts(db)
  })
}
