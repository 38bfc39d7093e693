import type { PermissionArea } from '@kontor/contract/permissions'
import type { Screen } from '../components/shell/screen.ts'
import { type LazyPage, lazyPage } from '../lib/router/lazyPage.tsx'
import type { screenIcons } from './screenIcons.ts'
import type { searches } from './search.ts'

/** It needs a permission to see an area. Its icon is given by name, so that the sign-in page loads none. */
interface OfficeScreen extends Omit<Screen, 'icon'> {
  icon: keyof typeof screenIcons
  page: LazyPage
  permission?: `${PermissionArea}.see`
}

/** How the command palette finds a screen's records; the sign-in page loads none of it. */
const finderOf = (name: keyof typeof searches) => async () => (await import('./search.ts')).searches[name]()

/** One line per screen: the router, the menu and the palette follow. */
export const screens: OfficeScreen[] = [
  {
    path: '/',
    label: { cnr: 'Početna', en: 'Home' },
    ...{ icon: 'home', letter: 'h' },
    page: lazyPage(() => import('../features/home/HomePage.tsx'), 'HomePage'),
  },
  {
    path: '/partners',
    label: { cnr: 'Partneri', en: 'Partners' },
    icon: 'users',
    ...{ permission: 'partners.see', group: 'sales', letter: 'p' },
    page: lazyPage(() => import('../features/partners/PartnersPage.tsx'), 'PartnersPage'),
    find: finderOf('partners'),
  },
  {
    path: '/partners/$id',
    ...{ label: { cnr: 'Partner', en: 'Partner' }, icon: 'users' },
    permission: 'partners.see',
    page: lazyPage(() => import('../features/partners/page/PartnerPage.tsx'), 'PartnerPage'),
  },
  {
    path: '/campaigns',
    label: { cnr: 'Kampanje', en: 'Campaigns' },
    icon: 'speakerphone',
    ...{ permission: 'campaigns.see', group: 'sales', letter: 'm' },
    page: lazyPage(() => import('../features/campaigns/CampaignsPage.tsx'), 'CampaignsPage'),
    find: finderOf('campaigns'),
  },
  {
    path: '/campaigns/$id',
    ...{ label: { cnr: 'Kampanja', en: 'Campaign' }, icon: 'speakerphone' },
    permission: 'campaigns.see',
    page: lazyPage(() => import('../features/campaigns/CampaignPage.tsx'), 'CampaignPage'),
  },
  {
    path: '/cart',
    label: { cnr: 'Korpa', en: 'Cart' },
    icon: 'shoppingCart',
    ...{ permission: 'cart.see', group: 'sales', letter: 'k' },
    page: lazyPage(() => import('../features/campaigns/cart/CartPage.tsx'), 'CartPage'),
  },
  {
    path: '/products',
    label: { cnr: 'Proizvodi', en: 'Products' },
    icon: 'package',
    ...{ permission: 'products.see', group: 'sales', letter: 'r' },
    page: lazyPage(() => import('../features/products/ProductsPage.tsx'), 'ProductsPage'),
    find: finderOf('products'),
  },
  {
    path: '/catalogue',
    label: { cnr: 'Katalog', en: 'Catalogue' },
    icon: 'sitemap',
    ...{ permission: 'catalogue.see', group: 'sales', letter: 't' },
    page: lazyPage(() => import('../features/catalogue/CataloguePage.tsx'), 'CataloguePage'),
    find: finderOf('catalogue'),
  },
  {
    path: '/catalogue_orders',
    label: { cnr: 'Narudžbe kataloga', en: 'Catalogue orders' },
    icon: 'receipt',
    ...{ permission: 'catalogueOrders.see', group: 'sales', letter: 'o' },
    page: lazyPage(
      () => import('../features/catalogueOrders/CatalogueOrdersPage.tsx'),
      'CatalogueOrdersPage',
    ),
  },
  {
    path: '/sliders',
    label: { cnr: 'Slajderi', en: 'Sliders' },
    icon: 'slideshow',
    ...{ permission: 'sliders.see', group: 'content', letter: 's' },
    page: lazyPage(() => import('../features/sliders/SlidersPage.tsx'), 'SlidersPage'),
  },
  {
    path: '/notifications',
    label: { cnr: 'Push Notifikacije', en: 'Push notifications' },
    icon: 'bell',
    ...{ permission: 'notifications.see', group: 'content', letter: 'n' },
    page: lazyPage(() => import('../features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
    find: finderOf('notifications'),
  },
  {
    path: '/technical_support',
    ...{ label: { cnr: 'Tehnička podrška', en: 'Technical support' }, icon: 'files' },
    ...{ permission: 'technicalSupport.see', group: 'content' },
    page: lazyPage(
      () => import('../features/technicalSupport/TechnicalSupportPage.tsx'),
      'TechnicalSupportPage',
    ),
    find: finderOf('technicalSupport'),
  },
  {
    path: '/customerService',
    label: { cnr: 'Korisnička podrška', en: 'Customer support' },
    icon: 'helpCircle',
    ...{ permission: 'customerSupport.see', group: 'online', letter: 'c' },
    page: lazyPage(
      () => import('../features/customerSupport/CustomerSupportPage.tsx'),
      'CustomerSupportPage',
    ),
  },
  {
    path: '/signedInPartners',
    ...{ label: { cnr: 'Prijavljeni partneri', en: 'Signed-in partners' }, icon: 'deviceMobileCheck' },
    ...{ permission: 'signedInPartners.see', group: 'online' },
    page: lazyPage(
      () => import('../features/signedInPartners/SignedInPartnersPage.tsx'),
      'SignedInPartnersPage',
    ),
  },
  {
    path: '/messages',
    ...{ label: { cnr: 'Konverzacije', en: 'Conversations' }, icon: 'messages', also: 'razgovori chat' },
    ...{ permission: 'sliders.see', group: 'online', letter: 'v' },
    page: lazyPage(() => import('../features/messages/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: '/sliders/$id/chat',
    ...{ label: { cnr: 'Konverzacije', en: 'Conversations' }, icon: 'messages' },
    permission: 'sliders.see',
    page: lazyPage(() => import('../features/messages/ChatPage.tsx'), 'ChatPage'),
  },
  {
    path: '/stores',
    ...{ label: { cnr: 'Prodavnice', en: 'Stores' }, icon: 'buildingStore' },
    ...{ permission: 'stores.see', group: 'reference' },
    page: lazyPage(() => import('../features/stores/StoresPage.tsx'), 'StoresPage'),
  },
  {
    path: '/users',
    label: { cnr: 'Korisnici', en: 'Users' },
    icon: 'userCog',
    ...{ permission: 'users.see', group: 'reference', letter: 'u' },
    page: lazyPage(() => import('../features/users/UsersPage.tsx'), 'UsersPage'),
    find: finderOf('users'),
  },
  {
    path: '/webhooks',
    label: { cnr: 'Webhooks', en: 'Webhooks' },
    icon: 'webhook',
    ...{ permission: 'webhooks.see', group: 'reference' },
    page: lazyPage(() => import('../features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  },
  {
    path: '/history',
    label: { cnr: 'Istorija izmjena', en: 'History' },
    icon: 'history',
    ...{ permission: 'history.see', group: 'reference', letter: 'i' },
    page: lazyPage(() => import('../features/history/HistoryPage.tsx'), 'HistoryPage'),
  },
  {
    path: '/user-profile',
    ...{ label: { cnr: 'Podešavanja', en: 'Settings' }, icon: 'settings' },
    page: lazyPage(() => import('../features/session/SettingsPage.tsx'), 'SettingsPage'),
  },
]

/** The screens of all plain resources, by the name that the address has. */
export const resourceRoute = {
  path: '/$resource',
  page: lazyPage(() => import('./resourcePages.tsx'), 'ResourceScreen'),
}
