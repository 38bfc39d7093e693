import { IconSpeakerphone } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

export const campaigns = registerPortalFeature({
  screens: [
    {
      path: '/campaigns',
      tab: { label: { cnr: 'Kampanje', en: 'Campaigns' }, icon: IconSpeakerphone },
      page: lazyPage(() => import('./CampaignsPage.tsx'), 'CampaignsPage'),
    },
    {
      path: '/campaigns/$id',
      parentTab: '/campaigns',
      page: lazyPage(() => import('./CampaignPage.tsx'), 'CampaignPage'),
    },
    {
      path: '/cart',
      parentTab: '/profile',
      among: { group: 'orders', place: 3, label: { cnr: 'Kampanje', en: 'Campaigns' } },
      page: lazyPage(() => import('./CartPage.tsx'), 'CartPage'),
    },
  ],
  pendingOrders: {
    'campaign-order': {
      path: '/campaigns/',
      Part: lazyPart(() => import('./PendingOrderLink.tsx'), 'PendingOrderLink'),
    },
  },
})
