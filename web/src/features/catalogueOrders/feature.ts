import { IconReceipt } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const catalogueOrders = registerFeature({
  screens: [
    {
      path: '/catalogue_orders',
      label: { cnr: 'Narudžbe iz kataloga', en: 'Catalogue orders' },
      icon: IconReceipt,
      permission: 'catalogueOrders.see',
      group: 'sales',
      letter: 'o',
      page: lazyPage(() => import('./CatalogueOrders.tsx'), 'CatalogueOrders'),
    },
  ],
  lists: { catalogue_order: '/catalogue_orders' },
  dialogs: [
    {
      path: '/catalogue',
      name: 'orders',
      permission: 'catalogueOrders.see',
      Dialog: lazyPart(() => import('./CatalogueOrders.tsx'), 'CatalogueOrders'),
    },
  ],
})
