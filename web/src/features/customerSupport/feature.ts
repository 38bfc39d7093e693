import { IconHelpCircle } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const customerSupport = registerFeature({
  screens: [
    {
      path: '/customerService',
      label: { cnr: 'Korisnička podrška', en: 'Customer support' },
      icon: IconHelpCircle,
      permission: 'customerSupport.see',
      group: 'online',
      letter: 'c',
      page: lazyPage(() => import('./CustomerSupportPage.tsx'), 'CustomerSupportPage'),
    },
  ],
  lists: { customerSupport: '/customerService' },
  topBar: { UnreadSupport: lazyPart(() => import('./UnreadSupport.tsx'), 'UnreadSupport') },
})
