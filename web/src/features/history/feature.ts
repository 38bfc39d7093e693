import { IconHistory } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const history = registerFeature({
  screens: [
    {
      path: '/history',
      label: { cnr: 'Istorija izmjena', en: 'History' },
      icon: IconHistory,
      permission: 'history.see',
      group: 'reference',
      letter: 'i',
      page: lazyPage(() => import('./HistoryPage.tsx'), 'HistoryPage'),
    },
  ],
})
