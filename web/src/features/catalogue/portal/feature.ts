import { IconCategory } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const catalogue = registerPortalFeature({
  screens: [
    {
      path: '/catalogue',
      tab: { label: { cnr: 'Katalog', en: 'Catalogue' }, icon: IconCategory },
      page: lazyPage(() => import('./CataloguePage.tsx'), 'CataloguePage'),
    },
    {
      path: '/catalogue/products/$id',
      parentTab: '/catalogue',
      page: lazyPage(() => import('./ProductPage.tsx'), 'ProductPage'),
    },
  ],
})
