import { IconBuildingStore } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const stores = registerFeature({
  screens: [
    {
      path: '/stores',
      label: { cnr: 'Prodavnice', en: 'Stores' },
      icon: IconBuildingStore,
      permission: 'stores.see',
      group: 'reference',
      letter: 'd',
      page: lazyPage(() => import('./StoresPage.tsx'), 'StoresPage'),
      add: { label: { cnr: 'Dodaj prodavnicu', en: 'Add store' }, permission: 'stores.change' },
      import: 'stores.import',
    },
  ],
  pickers: { stores: lazyPart(() => import('./StorePicker.tsx'), 'StorePicker') },
})
