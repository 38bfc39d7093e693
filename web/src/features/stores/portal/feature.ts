import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const stores = registerPortalFeature({
  screens: [
    {
      path: '/stores',
      parentTab: '/profile',
      page: lazyPage(() => import('./StoresPage.tsx'), 'StoresPage'),
    },
  ],
})
