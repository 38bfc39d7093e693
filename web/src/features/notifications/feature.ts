import { IconBell } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { createSearch } from '../../components/command-palette/finder.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const notifications = registerFeature({
  screens: [
    {
      path: '/notifications',
      label: { cnr: 'Push Notifikacije', en: 'Push notifications' },
      icon: IconBell,
      permission: 'notifications.see',
      group: 'content',
      letter: 'n',
      page: lazyPage(() => import('./NotificationsPage.tsx'), 'NotificationsPage'),
      add: { label: { cnr: 'Nova notifikacija', en: 'New notification' }, permission: 'notifications.send' },
      find: async () => {
        const { notifications } = await import('@kontor/contract/notifications')
        return createSearch(notifications.index, ({ id, subject }) => ({
          id,
          name: subject,
          code: `#${id}`,
          search: subject,
        }))
      },
    },
  ],
})
