import { IconSettings } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const session = registerFeature({
  screens: [
    {
      path: '/user-profile',
      label: { cnr: 'Podešavanja', en: 'Settings' },
      icon: IconSettings,
      letter: 'a',

      page: lazyPage(() => import('./SettingsPage.tsx'), 'SettingsPage'),
    },
  ],
})
