import { IconHome } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const home = registerFeature({
  screens: [
    {
      path: '/',
      label: { cnr: 'Početna', en: 'Home' },
      icon: IconHome,
      letter: 'h',
      page: lazyPage(() => import('./HomePage.tsx'), 'HomePage'),
    },
  ],
})
