import {
  IconBell,
  IconBuildingStore,
  IconHome,
  IconMessageCircle,
  IconMessageReport,
  IconReceipt,
  IconUser,
} from '@tabler/icons-react'
import type { AppScreen } from '../kit/app/screen.ts'
import { lazyPage } from '../kit/lazyPage.tsx'

/** One line per screen of the partners' app: the router and the navigation follow. */
export const screens: AppScreen[] = [
  {
    path: '/',
    label: 'screens.feed',
    icon: IconHome,
    isTab: true,
    page: lazyPage(() => import('./sliders/FeedPage.tsx'), 'FeedPage'),
  },
  {
    path: '/sliders/$id',
    label: 'screens.feed',
    icon: IconHome,
    under: '/',
    page: lazyPage(() => import('./sliders/SliderPage.tsx'), 'SliderPage'),
  },
  {
    path: '/orders',
    label: 'screens.own_orders',
    icon: IconReceipt,
    under: '/profile',
    page: lazyPage(() => import('./sliders/OrdersPage.tsx'), 'OrdersPage'),
  },
  {
    path: '/chats',
    label: 'screens.chats',
    icon: IconMessageCircle,
    isTab: true,
    page: lazyPage(() => import('./messages/ChatsPage.tsx'), 'ChatsPage'),
  },
  {
    path: '/chats/$id',
    label: 'screens.chats',
    icon: IconMessageCircle,
    under: '/chats',
    page: lazyPage(() => import('./messages/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: '/support',
    label: 'screens.write_us',
    icon: IconMessageReport,
    under: '/chats',
    page: lazyPage(() => import('./customerSupport/SupportPage.tsx'), 'SupportPage'),
  },
  {
    path: '/notifications',
    label: 'screens.inbox',
    icon: IconBell,
    isTab: true,
    page: lazyPage(() => import('./notifications/InboxPage.tsx'), 'InboxPage'),
  },
  {
    path: '/stores',
    label: 'screens.stores',
    icon: IconBuildingStore,
    isTab: true,
    page: lazyPage(() => import('./stores/StoresPage.tsx'), 'StoresPage'),
  },
  {
    path: '/profile',
    label: 'screens.profile',
    icon: IconUser,
    isTab: true,
    page: lazyPage(() => import('./session/ProfilePage.tsx'), 'ProfilePage'),
  },
]
