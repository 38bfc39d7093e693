import { campaigns } from '../features/campaigns/feature.ts'
import { catalogue } from '../features/catalogue/feature.ts'
import { catalogueOrders } from '../features/catalogueOrders/feature.ts'
import { customerSupport } from '../features/customerSupport/feature.ts'
import { history } from '../features/history/feature.ts'
import { home } from '../features/home/feature.ts'
import { messages } from '../features/messages/feature.ts'
import { notifications } from '../features/notifications/feature.ts'
import { partners } from '../features/partners/feature.ts'
import { products } from '../features/products/feature.ts'
import { services } from '../features/services/feature.tsx'
import { session } from '../features/session/feature.ts'
import { signedInPartners } from '../features/signedInPartners/feature.ts'
import { sliders } from '../features/sliders/feature.ts'
import { stores } from '../features/stores/feature.ts'
import { technicalSupport } from '../features/technicalSupport/feature.ts'
import { users } from '../features/users/feature.ts'
import { webhooks } from '../features/webhooks/feature.ts'

/** The features of the office in the order of the menu. The only list of them: all others are derived from it. */
export const features = [
  home,
  partners,
  campaigns,
  products,
  catalogue,
  catalogueOrders,
  sliders,
  notifications,
  technicalSupport,
  customerSupport,
  signedInPartners,
  messages,
  services,
  stores,
  users,
  webhooks,
  history,
  session,
] as const

/** The screens of all features, in the order of the menu. */
export const screens = features.flatMap((feature) => feature.screens ?? [])
