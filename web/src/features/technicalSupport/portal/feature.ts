import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const technicalSupport = registerPortalFeature({
  screens: [
    {
      path: '/technical_support',
      parentTab: '/profile',
      page: lazyPage(() => import('./ManualsPage.tsx'), 'ManualsPage'),
    },
  ],
})
