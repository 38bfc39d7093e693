import { IconUserCog } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { createSearch } from '../../components/command-palette/finder.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const users = registerFeature({
  screens: [
    {
      path: '/users',
      label: { cnr: 'Korisnici', en: 'Users' },
      icon: IconUserCog,
      permission: 'users.see',
      group: 'reference',
      letter: 'u',
      page: lazyPage(() => import('./UsersPage.tsx'), 'UsersPage'),
      add: { label: { cnr: 'Dodaj korisnika', en: 'Add user' }, permission: 'users.change' },
      import: 'users.import',
      find: async () => {
        const { users } = await import('@kontor/contract/users')
        return createSearch(users.index, ({ id, name, username, partner }) => ({
          id,
          name,
          code: username,
          ...(partner && partner.name !== name && { note: partner.name }),
        }))
      },
    },
  ],
  lists: { api_keys: '/users?tab=keys', sign_ins: '/users?tab=sign_ins', jobs: '/users?tab=jobs' },
})
