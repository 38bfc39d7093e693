import {
  IconBell,
  IconBuildingStore,
  IconHome,
  IconMessageCircle,
  IconMessageReport,
  IconReceipt,
  IconUser,
} from '@tabler/icons-react'
import type { AppScreen } from './kit/portal/screen.ts'
import { lazyPage } from './kit/router/lazyPage.tsx'
import { textsIn } from './kit/texts/language.ts'

const files = import.meta.glob(['./features/*/portal/{cnr,en}.ts'])
const textsOf = (feature: string) => textsIn(files, `./features/${feature}/portal`)

/** One line per screen of the partners' app: the router and the navigation follow. */
export const screens: AppScreen[] = [
  {
    path: '/',
    label: { cnr: 'Novosti', en: 'News' },
    icon: IconHome,
    isTab: true,
    page: lazyPage(() => import('./features/sliders/portal/FeedPage.tsx'), 'FeedPage', textsOf('sliders')),
  },
  {
    path: '/sliders/$id',
    label: { cnr: 'Novosti', en: 'News' },
    icon: IconHome,
    under: '/',
    page: lazyPage(
      () => import('./features/sliders/portal/SliderPage.tsx'),
      'SliderPage',
      textsOf('sliders'),
    ),
  },
  {
    path: '/orders',
    label: { cnr: 'Moje narudžbe', en: 'My orders' },
    icon: IconReceipt,
    under: '/profile',
    page: lazyPage(
      () => import('./features/sliders/portal/OrdersPage.tsx'),
      'OrdersPage',
      textsOf('sliders'),
    ),
  },
  {
    path: '/chats',
    label: { cnr: 'Poruke', en: 'Messages' },
    icon: IconMessageCircle,
    isTab: true,
    page: lazyPage(
      () => import('./features/messages/portal/ChatsPage.tsx'),
      'ChatsPage',
      textsOf('messages'),
    ),
  },
  {
    path: '/chats/$id',
    label: { cnr: 'Poruke', en: 'Messages' },
    icon: IconMessageCircle,
    under: '/chats',
    page: lazyPage(() => import('./features/messages/portal/ChatPage.tsx'), 'ChatPage', textsOf('messages')),
  },
  {
    path: '/support',
    label: { cnr: 'Pišite nam', en: 'Write to us' },
    icon: IconMessageReport,
    under: '/chats',
    page: lazyPage(
      () => import('./features/customerSupport/portal/SupportPage.tsx'),
      'SupportPage',
      textsOf('customerSupport'),
    ),
  },
  {
    path: '/notifications',
    label: { cnr: 'Notifikacije', en: 'Notifications' },
    icon: IconBell,
    isTab: true,
    page: lazyPage(
      () => import('./features/notifications/portal/InboxPage.tsx'),
      'InboxPage',
      textsOf('notifications'),
    ),
  },
  {
    path: '/stores',
    label: { cnr: 'Prodavnice', en: 'Stores' },
    icon: IconBuildingStore,
    isTab: true,
    page: lazyPage(() => import('./features/stores/portal/StoresPage.tsx'), 'StoresPage', textsOf('stores')),
  },
  {
    path: '/profile',
    label: { cnr: 'Profil', en: 'Profile' },
    icon: IconUser,
    isTab: true,
    page: lazyPage(
      () => import('./features/session/portal/ProfilePage.tsx'),
      'ProfilePage',
      textsOf('session'),
    ),
  },
]
