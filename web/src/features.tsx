import type { AreaName } from '@kontor/contract/rights'
import {
  IconBell,
  IconBuildingStore,
  IconDeviceMobileCheck,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconMessages,
  IconPackage,
  IconSettings,
  IconSlideshow,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react'
import { finder } from './kit/palette/finder.ts'
import { type LazyPage, lazyPage } from './kit/router/lazyPage.tsx'
import type { Screen } from './kit/shell/screen.ts'
import { textsIn } from './kit/texts/language.ts'

/** Its right is one to see an area. */
interface OfficeScreen extends Screen {
  page: LazyPage
  needs?: `${AreaName}.see`
}

const files = import.meta.glob(['./features/*/{cnr,en}.ts'])
const textsOf = (feature: string) => textsIn(files, `./features/${feature}`)

/** What stands in the top bar of every screen. */
export const Tools = lazyPage(
  () => import('./features/messages/UnreadMessages.tsx'),
  'UnreadMessages',
  textsOf('messages'),
)

/** One line per screen: the router, the menu and the palette follow. */
export const screens: OfficeScreen[] = [
  {
    path: '/',
    label: { cnr: 'Početna', en: 'Home' },
    icon: IconHome,
    page: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage', textsOf('home')),
  },
  {
    path: '/partners',
    label: { cnr: 'Partneri', en: 'Partners' },
    icon: IconUsers,
    ...{ needs: 'partners.see', group: 'sales' },
    page: lazyPage(() => import('./features/partners/PartnersPage.tsx'), 'PartnersPage', textsOf('partners')),
    action: {
      label: { cnr: 'Dodaj partnera', en: 'Add a partner' },
      search: { add: '1' },
      needs: 'partners.change',
    },
    find: async () => {
      const { partners } = await import('@kontor/contract/partners')
      return finder(partners.index, ({ id, name, city }) => ({
        ...{ id, name, code: String(id) },
        ...(city && { note: city.name }),
      }))
    },
  },
  {
    path: '/products',
    label: { cnr: 'Proizvodi', en: 'Products' },
    icon: IconPackage,
    ...{ needs: 'products.see', group: 'sales' },
    page: lazyPage(() => import('./features/products/ProductsPage.tsx'), 'ProductsPage', textsOf('products')),
    action: {
      label: { cnr: 'Dodaj proizvod', en: 'Add a product' },
      search: { add: '1' },
      needs: 'products.change',
    },
    find: async () => {
      const { products } = await import('@kontor/contract/products')
      return finder(products.index, ({ id, name, erp_code, quantity }) => ({
        id,
        name,
        code: erp_code,
        pieces: quantity,
      }))
    },
  },
  {
    path: '/sliders',
    label: { cnr: 'Slajderi', en: 'Sliders' },
    icon: IconSlideshow,
    ...{ needs: 'sliders.see', group: 'content' },
    showsUnread: true,
    page: lazyPage(() => import('./features/sliders/SlidersPage.tsx'), 'SlidersPage', textsOf('sliders')),
    action: {
      label: { cnr: 'Dodaj slajder', en: 'Add a slider' },
      search: { add: '1' },
      needs: 'sliders.change',
    },
  },
  {
    path: '/notifications',
    label: { cnr: 'Push Notifikacije', en: 'Push notifications' },
    icon: IconBell,
    ...{ needs: 'notifications.see', group: 'content' },
    page: lazyPage(
      () => import('./features/notifications/NotificationsPage.tsx'),
      'NotificationsPage',
      textsOf('notifications'),
    ),
    action: {
      label: { cnr: 'Nova notifikacija', en: 'New notification' },
      search: { add: '1' },
      needs: 'notifications.send',
    },
    find: async () => {
      const { notifications } = await import('@kontor/contract/notifications')
      return finder(notifications.index, ({ id, subject }) => ({ id, name: subject, code: `#${id}` }))
    },
  },
  {
    path: '/customerService',
    label: { cnr: 'Korisnička podrška', en: 'Customer support' },
    icon: IconHelpCircle,
    ...{ needs: 'customerSupport.see', group: 'online' },
    page: lazyPage(
      () => import('./features/customerSupport/CustomerSupportPage.tsx'),
      'CustomerSupportPage',
      textsOf('customerSupport'),
    ),
  },
  {
    path: '/signedInPartners',
    label: { cnr: 'Prijavljeni partneri', en: 'Signed-in partners' },
    icon: IconDeviceMobileCheck,
    ...{ needs: 'signedInPartners.see', group: 'online' },
    page: lazyPage(
      () => import('./features/signedInPartners/SignedInPartnersPage.tsx'),
      'SignedInPartnersPage',
      textsOf('signedInPartners'),
    ),
  },
  {
    path: '/sliders/$id/chat',
    label: { cnr: 'Konverzacije', en: 'Conversations' },
    icon: IconMessages,
    needs: 'sliders.see',
    page: lazyPage(() => import('./features/messages/ChatPage.tsx'), 'ChatPage', textsOf('messages')),
  },
  {
    path: '/stores',
    label: { cnr: 'Prodavnice', en: 'Stores' },
    icon: IconBuildingStore,
    ...{ needs: 'stores.see', group: 'reference' },
    page: lazyPage(() => import('./features/stores/StoresPage.tsx'), 'StoresPage', textsOf('stores')),
  },
  {
    path: '/users',
    label: { cnr: 'Korisnici', en: 'Users' },
    icon: IconUserCog,
    ...{ needs: 'users.see', group: 'reference' },
    page: lazyPage(() => import('./features/users/UsersPage.tsx'), 'UsersPage', textsOf('users')),
    find: async () => {
      const { users } = await import('@kontor/contract/users')
      return finder(users.index, ({ id, name, username }) => ({ id, name, code: username }))
    },
  },
  {
    path: '/history',
    label: { cnr: 'Istorija izmjena', en: 'History' },
    icon: IconHistory,
    ...{ needs: 'history.see', group: 'reference' },
    page: lazyPage(() => import('./features/history/HistoryPage.tsx'), 'HistoryPage', textsOf('history')),
  },
  {
    path: '/user-profile',
    label: { cnr: 'Podešavanja', en: 'Settings' },
    icon: IconSettings,
    page: lazyPage(() => import('./features/session/SettingsPage.tsx'), 'SettingsPage', textsOf('session')),
  },
]

/** The screens of all plain resources, by the name that the address has. */
export const resourceRoute = {
  path: '/$resource',
  page: lazyPage(() => import('./resourcePages.tsx'), 'ResourceScreen'),
}
