import { IconHome } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

export const sliders = registerPortalFeature({
  screens: [
    {
      path: '/',
      tab: { label: { cnr: 'Novosti', en: 'News' }, icon: IconHome },
      page: lazyPage(() => import('./FeedPage.tsx'), 'FeedPage'),
    },
    {
      path: '/sliders/$id',
      parentTab: '/',
      page: lazyPage(() => import('./SliderPage.tsx'), 'SliderPage'),
    },
    {
      path: '/orders',
      parentTab: '/profile',
      among: { group: 'orders', place: 2, label: { cnr: 'Promocije', en: 'Promotions' } },
      page: lazyPage(() => import('./OrdersPage.tsx'), 'OrdersPage'),
    },
  ],
  pendingOrders: {
    'slider-order': {
      path: '/sliders/',
      Part: lazyPart(() => import('./PendingOrderLink.tsx'), 'PendingOrderLink'),
    },
  },
})
