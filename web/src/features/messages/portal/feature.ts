import { IconMessageCircle } from '@tabler/icons-react'
import { registerPortalFeature } from '../../../app/portalFeature.ts'
import { lazyPage } from '../../../lib/router/lazyPage.tsx'

export const messages = registerPortalFeature({
  screens: [
    {
      path: '/chats',
      tab: { label: { cnr: 'Poruke', en: 'Messages' }, icon: IconMessageCircle },
      page: lazyPage(() => import('./ChatsPage.tsx'), 'ChatsPage'),
    },
    {
      path: '/chats/$id',
      parentTab: '/chats',
      page: lazyPage(() => import('./ChatPage.tsx'), 'ChatPage'),
    },
  ],
})
