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

/** One line per screen of the partners' app: the router and the navigation follow. */
export const screens: AppScreen[] = [
  {
    path: '/',
    label: 'screens.feed',
    icon: IconHome,
    isTab: true,
    page: lazyPage(() => import('./features/sliders/portal/FeedPage.tsx'), 'FeedPage'),
  },
  {
    path: '/sliders/$id',
    label: 'screens.feed',
    icon: IconHome,
    under: '/',
    page: lazyPage(() => import('./features/sliders/portal/SliderPage.tsx'), 'SliderPage'),
  },
  {
    path: '/orders',
    label: 'screens.own_orders',
    icon: IconReceipt,
    under: '/profile',
    page: lazyPage(() => import('./features/sliders/portal/OrdersPage.tsx'), 'OrdersPage'),
  },
  {
    path: '/chats',
    label: 'screens.chats',
    icon: IconMessageCircle,
    isTab: true,
    page: lazyPage(() => import('./features/messages/portal/ChatsPage.tsx'), 'ChatsPage'),
  },
  {
    path: '/chats/$id',
    label: 'screens.chats',
    icon: IconMessageCircle,
    under: '/chats',
    page: lazyPage(() => import('./features/messages/portal/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: '/support',
    label: 'screens.write_us',
    icon: IconMessageReport,
    under: '/chats',
    page: lazyPage(() => import('./features/customerSupport/portal/SupportPage.tsx'), 'SupportPage'),
  },
  {
    path: '/notifications',
    label: 'screens.inbox',
    icon: IconBell,
    isTab: true,
    page: lazyPage(() => import('./features/notifications/portal/InboxPage.tsx'), 'InboxPage'),
  },
  {
    path: '/stores',
    label: 'screens.stores',
    icon: IconBuildingStore,
    isTab: true,
    page: lazyPage(() => import('./features/stores/portal/StoresPage.tsx'), 'StoresPage'),
  },
  {
    path: '/profile',
    label: 'screens.profile',
    icon: IconUser,
    isTab: true,
    page: lazyPage(() => import('./features/session/portal/ProfilePage.tsx'), 'ProfilePage'),
  },
]
