import { IconWebhook } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const webhooks = registerFeature({
  screens: [
    {
      path: '/webhooks',
      label: { cnr: 'Webhookovi', en: 'Webhooks' },
      icon: IconWebhook,
      permission: 'webhooks.see',
      group: 'reference',
      letter: 'w',
      page: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
      add: { label: { cnr: 'Dodaj webhook', en: 'Add webhook' }, permission: 'webhooks.change' },
    },
  ],
})
