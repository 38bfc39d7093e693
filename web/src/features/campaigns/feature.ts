import { IconShoppingCart, IconSpeakerphone } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { createSearch } from '../../components/command-palette/finder.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const campaigns = registerFeature({
  screens: [
    {
      path: '/campaigns',
      label: { cnr: 'Kampanje', en: 'Campaigns' },
      icon: IconSpeakerphone,
      permission: 'campaigns.see',
      group: 'sales',
      letter: 'm',
      page: lazyPage(() => import('./CampaignsPage.tsx'), 'CampaignsPage'),
      add: { label: { cnr: 'Dodaj kampanju', en: 'Add campaign' }, permission: 'campaigns.change' },
      find: async () => {
        const { campaigns } = await import('@kontor/contract/campaigns')
        return createSearch(campaigns.index, ({ id, name, campaign_type }) => ({
          id,
          name,
          code: `#${id}`,
          search: name,
          note: campaign_type.name,
        }))
      },
    },
    {
      path: '/campaigns/$id',
      label: { cnr: 'Kampanja', en: 'Campaign' },
      icon: IconSpeakerphone,
      permission: 'campaigns.see',
      page: lazyPage(() => import('./CampaignPage.tsx'), 'CampaignPage'),
    },
    {
      path: '/cart',
      label: { cnr: 'Korpa', en: 'Cart' },
      icon: IconShoppingCart,
      permission: 'cart.see',
      group: 'sales',
      letter: 'k',
      page: lazyPage(() => import('./cart/CartList.tsx'), 'CartList'),
      views: {
        load: async () => (await import('@kontor/contract/campaigns/cart')).cartList.views,
        permission: [],
      },
    },
  ],
  pickers: { campaigns: lazyPart(() => import('./CampaignPicker.tsx'), 'CampaignPicker') },
  topBar: { Undelivered: lazyPart(() => import('./cart/Undelivered.tsx'), 'Undelivered') },
})
