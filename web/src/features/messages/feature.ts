import { IconMessages, IconTemplate } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const messages = registerFeature({
  screens: [
    {
      path: '/messages',
      label: { cnr: 'Konverzacije', en: 'Conversations' },
      icon: IconMessages,
      also: 'razgovori chat',
      permission: 'sliders.see',
      group: 'online',
      letter: 'v',
      page: lazyPage(() => import('./ChatPage.tsx'), 'ChatPage'),
    },
    {
      path: '/sliders/$id/chat',
      label: { cnr: 'Konverzacije', en: 'Conversations' },
      icon: IconMessages,
      permission: 'sliders.see',
      page: lazyPage(() => import('./ChatPage.tsx'), 'ChatPage'),
    },
  ],
  sources: [
    {
      trigger: '/',
      atStart: true,
      kinds: ['chat', 'support'],
      label: { cnr: 'Gotovi odgovori', en: 'Canned replies' },
      none: { cnr: 'Nema takvog gotovog odgovora', en: 'No such canned reply' },
      icon: IconTemplate,
      permission: ['replies.see', 'sliders.send', 'customerSupport.change'],
      find: async (typed, options) => (await import('./cannedReplies.ts')).findReplies(typed, options),
    },
  ],
  topBar: { UnreadMessages: lazyPart(() => import('./UnreadMessages.tsx'), 'UnreadMessages') },
})
