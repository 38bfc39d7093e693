import { IconShoppingCart } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { BasketBadge } from '../../../components/ordering/BasketBadge.tsx'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

export const catalogueOrders = registerPortalFeature({
  screens: [
    {
      path: '/basket',
      parentTab: '/catalogue',
      headerLink: { label: { cnr: 'Korpa', en: 'Basket' }, icon: IconShoppingCart, Pinned: BasketBadge },
      page: lazyPage(() => import('./BasketPage.tsx'), 'BasketPage'),
    },
    {
      path: '/catalogue/orders',
      parentTab: '/profile',
      among: { group: 'orders', place: 1, label: { cnr: 'Katalog', en: 'Catalogue' } },
      page: lazyPage(() => import('./OrdersPage.tsx'), 'OrdersPage'),
    },
  ],
  pendingOrders: {
    'basket-order': {
      path: '/basket',
      Part: lazyPart(() => import('./PendingOrderLink.tsx'), 'PendingOrderLink'),
    },
  },
})
