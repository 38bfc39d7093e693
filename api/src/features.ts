import type { AppContext } from './context.ts'
import { campaignRoutes } from './features/campaigns/routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { catalogueOrderRoutes } from './features/catalogueOrders/routes.ts'
import { customerSupportRoutes } from './features/customerSupport/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { partnerRoutes } from './features/partners/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { serviceRoutes } from './features/services/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { signedInPartnerRoutes } from './features/signedInPartners/routes.ts'
import { sliderRoutes } from './features/sliders/routes.ts'
import { storeRoutes } from './features/stores/routes.ts'
import { technicalSupportRoutes } from './features/technicalSupport/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { viewRoutes } from './lib/lists/saved-views/routes.ts'
import { resourceRoutes } from './resources.ts'

/** The route registrations of all features. */
export const features: readonly ((context: AppContext) => void)[] = [
  sessionRoutes,
  homeRoutes,
  historyRoutes,
  userRoutes,
  partnerRoutes,
  productRoutes,
  resourceRoutes,
  serviceRoutes,
  storeRoutes,
  notificationRoutes,
  sliderRoutes,
  campaignRoutes,
  catalogueRoutes,
  technicalSupportRoutes,
  catalogueOrderRoutes,
  customerSupportRoutes,
  signedInPartnerRoutes,
  messageRoutes,
  (context) => viewRoutes(context, 'users.administer'), // users who grant permissions may change shared views
  webhookRoutes,
]
