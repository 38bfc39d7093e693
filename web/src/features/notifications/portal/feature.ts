import { IconBell } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const notifications = registerPortalFeature({
  screens: [
    {
      path: '/notifications',
      headerLink: { label: { cnr: 'Notifikacije', en: 'Notifications' }, icon: IconBell },
      page: lazyPage(() => import('./InboxPage.tsx'), 'InboxPage'),
    },
  ],
})
