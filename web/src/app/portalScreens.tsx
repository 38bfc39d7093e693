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
import { lazyPage } from '../lib/router/lazyPage.tsx'
import { lazyPart } from '../lib/router/lazyPart.tsx'

/** What was ordered, by where: one screen beside the other. */
const ORDERS = 'orders'

/** One line per screen of the partners' app: the router and the navigation follow. */
export const screens: AppScreen[] = [
  {
    path: '/',
    tab: { label: { cnr: 'Novosti', en: 'News' }, icon: IconHome },
    page: lazyPage(() => import('../features/sliders/portal/FeedPage.tsx'), 'FeedPage'),
  },
  {
    path: '/sliders/$id',
    under: '/',
    page: lazyPage(() => import('../features/sliders/portal/SliderPage.tsx'), 'SliderPage'),
  },
  {
    path: '/catalogue',
    tab: { label: { cnr: 'Katalog', en: 'Catalogue' }, icon: IconCategory },
    page: lazyPage(() => import('../features/catalogue/portal/CataloguePage.tsx'), 'CataloguePage'),
  },
  {
    path: '/catalogue/products/$id',
    under: '/catalogue',
    page: lazyPage(() => import('../features/catalogue/portal/ProductPage.tsx'), 'ProductPage'),
  },
  {
    path: '/basket',
    under: '/catalogue',
    sign: { label: { cnr: 'Korpa', en: 'Basket' }, icon: IconShoppingCart, Pinned: BasketBadge },
    page: lazyPage(() => import('../features/catalogueOrders/portal/BasketPage.tsx'), 'BasketPage'),
  },
  {
    path: '/catalogue/orders',
    under: '/profile',
    among: { group: ORDERS, label: { cnr: 'Katalog', en: 'Catalogue' } },
    page: lazyPage(() => import('../features/catalogueOrders/portal/OrdersPage.tsx'), 'OrdersPage'),
  },
  {
    path: '/orders',
    under: '/profile',
    among: { group: ORDERS, label: { cnr: 'Promocije', en: 'Promotions' } },
    page: lazyPage(() => import('../features/sliders/portal/OrdersPage.tsx'), 'OrdersPage'),
  },
  {
    path: '/campaigns',
    tab: { label: { cnr: 'Kampanje', en: 'Campaigns' }, icon: IconSpeakerphone },
    page: lazyPage(() => import('../features/campaigns/portal/CampaignsPage.tsx'), 'CampaignsPage'),
  },
  {
    path: '/campaigns/$id',
    under: '/campaigns',
    page: lazyPage(() => import('../features/campaigns/portal/CampaignPage.tsx'), 'CampaignPage'),
  },
  {
    path: '/cart',
    under: '/profile',
    among: { group: ORDERS, label: { cnr: 'Kampanje', en: 'Campaigns' } },
    page: lazyPage(() => import('../features/campaigns/portal/CartPage.tsx'), 'CartPage'),
  },
  {
    path: '/chats',
    tab: { label: { cnr: 'Poruke', en: 'Messages' }, icon: IconMessageCircle },
    page: lazyPage(() => import('../features/messages/portal/ChatsPage.tsx'), 'ChatsPage'),
  },
  {
    path: '/chats/$id',
    under: '/chats',
    page: lazyPage(() => import('../features/messages/portal/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: '/support',
    under: '/chats',
    page: lazyPage(() => import('../features/customerSupport/portal/SupportPage.tsx'), 'SupportPage'),
  },
  {
    path: '/support/$id',
    under: '/chats',
    page: lazyPage(
      () => import('../features/customerSupport/portal/SupportThreadPage.tsx'),
      'SupportThreadPage',
    ),
  },
  {
    path: '/notifications',
    sign: { label: { cnr: 'Notifikacije', en: 'Notifications' }, icon: IconBell },
    page: lazyPage(() => import('../features/notifications/portal/InboxPage.tsx'), 'InboxPage'),
  },
  {
    path: '/technical_support',
    under: '/profile',
    page: lazyPage(() => import('../features/technicalSupport/portal/ManualsPage.tsx'), 'ManualsPage'),
  },
  {
    path: '/stores',
    under: '/profile',
    page: lazyPage(() => import('../features/stores/portal/StoresPage.tsx'), 'StoresPage'),
  },
  {
    path: '/profile',
    tab: { label: { cnr: 'Profil', en: 'Profile' }, icon: IconUser },
    page: lazyPage(() => import('../features/session/portal/ProfilePage.tsx'), 'ProfilePage'),
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
