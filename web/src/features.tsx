import type { home } from '@kontor/contract/home'
import type { Reply } from '@kontor/contract/kit/api/route'
import type { AreaName } from '@kontor/contract/rights'
import {
  IconBell,
  IconBuildingStore,
  IconDeviceMobileCheck,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconMapPin,
  IconMessages,
  IconPackage,
  IconSettings,
  IconSlideshow,
  IconTags,
  IconUserCog,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { finder } from './kit/palette/finder.ts'
import { lazyPage } from './kit/router/lazyPage.tsx'
import type { Screen } from './kit/shell/screen.ts'
import type { Tile } from './kit/shell/tile.ts'

type Figures = Reply<typeof home.figures>

interface HomeScreen extends Screen {
  needs?: `${AreaName}.see`
  tile?: (figures: Figures) => Tile
  /** The tile's name and icon when they are not the screen's own. */
  tileAs?: Pick<Screen, 'label' | 'icon'>
}

/** What stands in the top bar of every screen. */
export const Tools = lazyPage(() => import('./features/messages/UnreadMessages.tsx'), 'UnreadMessages')

const active = { 'f.is_active': 'true' }

/** One line per screen: the router, the menu, the home tiles and the palette follow. */
export const screens: HomeScreen[] = [
  {
    path: '/',
    label: 'screens.home',
    icon: IconHome,
    page: lazyPage(() => import('./features/home/HomePage.tsx'), 'HomePage'),
  },
  {
    path: '/partners',
    label: 'screens.partners',
    icon: IconUsers,
    ...{ needs: 'partners.see', group: 'sales' },
    page: lazyPage(() => import('./features/partners/PartnersPage.tsx'), 'PartnersPage'),
    action: { label: 'palette.add_partner', search: { add: '1' }, needs: 'partners.change' },
    find: async () => {
      const { partners } = await import('@kontor/contract/partners')
      return finder(partners.index, ({ id, name, city }) => ({
        ...{ id, name, code: String(id) },
        ...(city && { note: city.name }),
      }))
    },
    tile: ({ partners }) => ({
      count: partners.active,
      says: 'home.partners',
      context: { key: 'home.inactive_partners', count: partners.inactive },
      search: active,
    }),
  },
  {
    path: '/products',
    label: 'screens.products',
    icon: IconPackage,
    ...{ needs: 'products.see', group: 'sales' },
    page: lazyPage(() => import('./features/products/ProductsPage.tsx'), 'ProductsPage'),
    action: { label: 'palette.add_product', search: { add: '1' }, needs: 'products.change' },
    find: async () => {
      const { products } = await import('@kontor/contract/products')
      return finder(products.index, ({ id, name, erp_code, quantity }) => ({
        id,
        name,
        code: erp_code,
        pieces: quantity,
      }))
    },
    tile: ({ products }) => ({
      count: products.out_of_stock,
      says: 'home.out_of_stock',
      context: { key: 'home.of_products', count: products.active },
      search: { 'f.quantity': '0', 'f.is_active': 'true' },
    }),
  },
  {
    path: '/sliders',
    label: 'screens.sliders',
    icon: IconSlideshow,
    ...{ needs: 'sliders.see', group: 'content' },
    showsUnread: true,
    page: lazyPage(() => import('./features/sliders/SlidersPage.tsx'), 'SlidersPage'),
    action: { label: 'palette.add_slider', search: { add: '1' }, needs: 'sliders.change' },
    tile: ({ sliders }) => ({
      count: sliders.visible,
      says: 'home.sliders',
      context: { key: 'home.hidden_sliders', count: sliders.hidden },
      search: { 'f.is_visible': 'true', 'f.is_active': 'true' },
    }),
  },
  {
    path: '/notifications',
    label: 'screens.notifications',
    icon: IconBell,
    ...{ needs: 'notifications.see', group: 'content' },
    page: lazyPage(() => import('./features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
    action: { label: 'palette.add_notification', search: { add: '1' }, needs: 'notifications.send' },
    find: async () => {
      const { notifications } = await import('@kontor/contract/notifications')
      return finder(notifications.index, ({ id, subject }) => ({ id, name: subject, code: `#${id}` }))
    },
    tile: ({ notifications }) => ({
      count: notifications.recent,
      says: 'home.notifications',
      context: { key: 'home.devices', count: notifications.devices },
    }),
  },
  {
    path: '/customerService',
    label: 'screens.customer_support',
    icon: IconHelpCircle,
    ...{ needs: 'customerSupport.see', group: 'online' },
    page: lazyPage(() => import('./features/customerSupport/CustomerSupportPage.tsx'), 'CustomerSupportPage'),
    tile: ({ support }) => ({
      count: support.open,
      says: 'home.support',
      context: { key: 'home.complaints', count: support.complaints },
      search: active,
    }),
  },
  {
    path: '/signedInPartners',
    label: 'screens.signed_in_partners',
    icon: IconDeviceMobileCheck,
    ...{ needs: 'signedInPartners.see', group: 'online' },
    page: lazyPage(
      () => import('./features/signedInPartners/SignedInPartnersPage.tsx'),
      'SignedInPartnersPage',
    ),
  },
  {
    path: '/sliders/$id/chat',
    label: 'screens.chat',
    icon: IconMessages,
    needs: 'sliders.see',
    page: lazyPage(() => import('./features/messages/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: '/categories',
    label: 'screens.categories',
    icon: IconTags,
    ...{ needs: 'categories.see', group: 'reference' },
    page: lazyPage(() => import('./features/categories/CategoriesPage.tsx'), 'CategoriesPage'),
    tile: ({ categories }) => ({ count: categories, says: 'home.categories', search: active }),
  },
  {
    path: '/countries',
    label: 'screens.countries',
    icon: IconWorld,
    ...{ needs: 'countries.see', group: 'reference' },
    page: lazyPage(() => import('./features/countries/CountriesPage.tsx'), 'CountriesPage'),
    tile: ({ countries }) => ({ count: countries, says: 'home.countries', search: active }),
  },
  {
    path: '/cities',
    label: 'screens.cities',
    icon: IconMapPin,
    ...{ needs: 'cities.see', group: 'reference' },
    page: lazyPage(() => import('./features/cities/CitiesPage.tsx'), 'CitiesPage'),
    tile: ({ cities }) => ({ count: cities, says: 'home.cities', search: active }),
  },
  {
    path: '/stores',
    label: 'screens.stores',
    icon: IconBuildingStore,
    ...{ needs: 'stores.see', group: 'reference' },
    page: lazyPage(() => import('./features/stores/StoresPage.tsx'), 'StoresPage'),
    tile: ({ stores }) => ({ count: stores, says: 'home.stores', search: active }),
  },
  {
    path: '/users',
    label: 'screens.users',
    icon: IconUserCog,
    ...{ needs: 'users.see', group: 'reference' },
    page: lazyPage(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
    find: async () => {
      const { users } = await import('@kontor/contract/users')
      return finder(users.index, ({ id, name, username }) => ({ id, name, code: username }))
    },
    // The documents lead to the users by this name; one's own settings are in the account menu.
    tileAs: { label: 'screens.settings', icon: IconSettings },
    tile: ({ users }) => ({
      count: users.staff,
      says: 'home.users',
      context: { key: 'home.partner_users', count: users.partners },
    }),
  },
  {
    path: '/history',
    label: 'screens.history',
    icon: IconHistory,
    ...{ needs: 'history.see', group: 'reference' },
    page: lazyPage(() => import('./features/history/HistoryPage.tsx'), 'HistoryPage'),
  },
  {
    path: '/user-profile',
    label: 'screens.settings',
    icon: IconSettings,
    page: lazyPage(() => import('./features/session/SettingsPage.tsx'), 'SettingsPage'),
  },
]
