import {
  IconBell,
  IconCategory,
  IconHome,
  IconMessageCircle,
  IconShoppingCart,
  IconSpeakerphone,
  IconUser,
} from '@tabler/icons-react'
import { BasketBadge } from '../components/ordering/BasketBadge.tsx'
import type { AppScreen, WaitingOrders } from '../components/portal/screen.ts'
import { textsIn } from '../lib/i18n/language.ts'
import { lazyPage } from '../lib/router/lazyPage.tsx'
import { lazyPart } from '../lib/router/lazyPart.tsx'

const files = import.meta.glob(['../features/*/portal/{cnr,en}.ts'])
const textsOf = (feature: string) => textsIn(files, `../features/${feature}/portal`)

/** What was ordered, by where: one screen beside the other. */
const ORDERS = 'orders'

/** One line per screen of the partners' app: the router and the navigation follow. */
export const screens: AppScreen[] = [
  {
    path: '/',
    tab: { label: { cnr: 'Novosti', en: 'News' }, icon: IconHome },
    page: lazyPage(() => import('../features/sliders/portal/FeedPage.tsx'), 'FeedPage', textsOf('sliders')),
  },
  {
    path: '/sliders/$id',
    under: '/',
    page: lazyPage(
      () => import('../features/sliders/portal/SliderPage.tsx'),
      'SliderPage',
      textsOf('sliders'),
    ),
  },
  {
    path: '/catalogue',
    tab: { label: { cnr: 'Katalog', en: 'Catalogue' }, icon: IconCategory },
    page: lazyPage(
      () => import('../features/catalogue/portal/CataloguePage.tsx'),
      'CataloguePage',
      textsOf('catalogue'),
    ),
  },
  {
    path: '/catalogue/products/$id',
    under: '/catalogue',
    page: lazyPage(
      () => import('../features/catalogue/portal/ProductPage.tsx'),
      'ProductPage',
      textsOf('catalogue'),
    ),
  },
  {
    path: '/basket',
    under: '/catalogue',
    sign: { label: { cnr: 'Korpa', en: 'Basket' }, icon: IconShoppingCart, Pinned: BasketBadge },
    page: lazyPage(
      () => import('../features/catalogueOrders/portal/BasketPage.tsx'),
      'BasketPage',
      textsOf('catalogueOrders'),
    ),
  },
  {
    path: '/catalogue/orders',
    under: '/profile',
    among: { group: ORDERS, label: { cnr: 'Katalog', en: 'Catalogue' } },
    page: lazyPage(
      () => import('../features/catalogueOrders/portal/OrdersPage.tsx'),
      'OrdersPage',
      textsOf('catalogueOrders'),
    ),
  },
  {
    path: '/orders',
    under: '/profile',
    among: { group: ORDERS, label: { cnr: 'Promocije', en: 'Promotions' } },
    page: lazyPage(
      () => import('../features/sliders/portal/OrdersPage.tsx'),
      'OrdersPage',
      textsOf('sliders'),
    ),
  },
  {
    path: '/campaigns',
    tab: { label: { cnr: 'Kampanje', en: 'Campaigns' }, icon: IconSpeakerphone },
    page: lazyPage(
      () => import('../features/campaigns/portal/CampaignsPage.tsx'),
      'CampaignsPage',
      textsOf('campaigns'),
    ),
  },
  {
    path: '/campaigns/$id',
    under: '/campaigns',
    page: lazyPage(
      () => import('../features/campaigns/portal/CampaignPage.tsx'),
      'CampaignPage',
      textsOf('campaigns'),
    ),
  },
  {
    path: '/cart',
    under: '/profile',
    among: { group: ORDERS, label: { cnr: 'Kampanje', en: 'Campaigns' } },
    page: lazyPage(
      () => import('../features/campaigns/portal/CartPage.tsx'),
      'CartPage',
      textsOf('campaigns'),
    ),
  },
  {
    path: '/chats',
    tab: { label: { cnr: 'Poruke', en: 'Messages' }, icon: IconMessageCircle },
    page: lazyPage(
      () => import('../features/messages/portal/ChatsPage.tsx'),
      'ChatsPage',
      textsOf('messages'),
    ),
  },
  {
    path: '/chats/$id',
    under: '/chats',
    page: lazyPage(() => import('../features/messages/portal/ChatPage.tsx'), 'ChatPage', textsOf('messages')),
  },
  {
    path: '/support',
    under: '/chats',
    page: lazyPage(
      () => import('../features/customerSupport/portal/SupportPage.tsx'),
      'SupportPage',
      textsOf('customerSupport'),
    ),
  },
  {
    path: '/support/$id',
    under: '/chats',
    page: lazyPage(
      () => import('../features/customerSupport/portal/SupportThreadPage.tsx'),
      'SupportThreadPage',
      textsOf('customerSupport'),
    ),
  },
  {
    path: '/notifications',
    sign: { label: { cnr: 'Notifikacije', en: 'Notifications' }, icon: IconBell },
    page: lazyPage(
      () => import('../features/notifications/portal/InboxPage.tsx'),
      'InboxPage',
      textsOf('notifications'),
    ),
  },
  {
    path: '/technical_support',
    under: '/profile',
    page: lazyPage(
      () => import('../features/technicalSupport/portal/ManualsPage.tsx'),
      'ManualsPage',
      textsOf('technicalSupport'),
    ),
  },
  {
    path: '/stores',
    under: '/profile',
    page: lazyPage(() => import('../features/stores/portal/StoresPage.tsx'), 'StoresPage', textsOf('stores')),
  },
  {
    path: '/profile',
    tab: { label: { cnr: 'Profil', en: 'Profile' }, icon: IconUser },
    page: lazyPage(
      () => import('../features/session/portal/ProfilePage.tsx'),
      'ProfilePage',
      textsOf('session'),
    ),
  },
]

/** What sends orders that wait, by what they are of. Their screens do it themselves. */
export const waitingOrders: Record<string, WaitingOrders> = {
  'slider-order': {
    path: '/sliders/',
    Part: lazyPart(() => import('../features/sliders/portal/WaitingOrder.tsx'), 'WaitingOrder'),
  },
  'basket-order': {
    path: '/basket',
    Part: lazyPart(() => import('../features/catalogueOrders/portal/WaitingOrder.tsx'), 'WaitingOrder'),
  },
  'campaign-order': {
    path: '/campaigns/',
    Part: lazyPart(() => import('../features/campaigns/portal/WaitingOrder.tsx'), 'WaitingOrder'),
  },
}
