import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const signedInPartners = registerFeature({
  lists: { 'user_firebase_tokens/signed_in_partners': '/signedInPartners' },
  screens: [
    {
      path: '/signedInPartners',
      label: { cnr: 'Prijavljeni partneri', en: 'Signed-in partners' },
      icon: IconDeviceMobileCheck,
      permission: 'signedInPartners.see',
      group: 'online',
      letter: 'l',
      page: lazyPage(() => import('./SignedInPartnersPage.tsx'), 'SignedInPartnersPage'),
    },
  ],
})
