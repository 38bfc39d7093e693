import { IconUsers } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const partners = registerFeature({
  screens: [
    {
      path: '/partners',
      label: { cnr: 'Partneri', en: 'Partners' },
      icon: IconUsers,
      permission: 'partners.see',
      group: 'sales',
      letter: 'p',
      page: lazyPage(() => import('./PartnersPage.tsx'), 'PartnersPage'),
      add: { label: { cnr: 'Dodaj partnera', en: 'Add partner' }, permission: 'partners.change' },
      import: 'partners.import',
      views: {
        load: async () => (await import('@kontor/contract/partners')).partnerList.views,
        permission: ['figures.see'],
      },
      find: async () => (await import('./partnerSearch.ts')).partnerSearch,
    },
    {
      path: '/partners/$id',
      label: { cnr: 'Partner', en: 'Partner' },
      icon: IconUsers,
      permission: 'partners.see',
      page: lazyPage(() => import('./page/PartnerPage.tsx'), 'PartnerPage'),
    },
  ],
  pickers: { partners: lazyPart(() => import('./PartnerPicker.tsx'), 'PartnerPicker') },
  mention: { kind: 'partner', address: ({ id }) => ({ to: `/partners/${id}` }), permission: 'partners.see' },
})
