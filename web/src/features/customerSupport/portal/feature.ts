import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const customerSupport = registerPortalFeature({
  screens: [
    {
      path: '/support',
      under: '/chats',
      page: lazyPage(() => import('./SupportPage.tsx'), 'SupportPage'),
    },
    {
      path: '/support/$id',
      under: '/chats',
      page: lazyPage(() => import('./SupportThreadPage.tsx'), 'SupportThreadPage'),
    },
  ],
})
