import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const customerSupport = registerPortalFeature({
  screens: [
    {
      path: '/support',
      parentTab: '/chats',
      page: lazyPage(() => import('./SupportPage.tsx'), 'SupportPage'),
    },
    {
      path: '/support/$id',
      parentTab: '/chats',
      page: lazyPage(() => import('./SupportThreadPage.tsx'), 'SupportThreadPage'),
    },
  ],
})
