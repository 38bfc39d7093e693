import { IconSitemap } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { createTreeSearch } from '../../components/command-palette/finder.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const catalogue = registerFeature({
  screens: [
    {
      path: '/catalogue',
      label: { cnr: 'Katalog', en: 'Catalogue' },
      icon: IconSitemap,
      permission: 'catalogue.see',
      group: 'sales',
      letter: 't',
      page: lazyPage(() => import('./CataloguePage.tsx'), 'CataloguePage'),
      add: {
        label: { cnr: 'Dodaj kategoriju u katalog', en: 'Add catalogue category' },
        permission: 'catalogue.change',
      },
      find: async () => {
        const { catalogue } = await import('@kontor/contract/catalogue')
        return createTreeSearch(catalogue.find)
      },
    },
  ],
  pickers: { catalogue: lazyPart(() => import('./CategoryPicker.tsx'), 'CategoryPicker') },
})
