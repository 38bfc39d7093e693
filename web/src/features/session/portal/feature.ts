import { IconUser } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const session = registerPortalFeature({
  screens: [
    {
      path: '/profile',
      tab: { label: { cnr: 'Profil', en: 'Profile' }, icon: IconUser },
      page: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage'),
    },
  ],
})
