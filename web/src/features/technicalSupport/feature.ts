import { IconFiles } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { createTreeSearch } from '../../components/command-palette/finder.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'

export const technicalSupport = registerFeature({
  screens: [
    {
      path: '/technical_support',
      label: { cnr: 'Tehnička podrška', en: 'Technical support' },
      icon: IconFiles,
      permission: 'technicalSupport.see',
      group: 'content',
      letter: 'e',
      page: lazyPage(() => import('./TechnicalSupportPage.tsx'), 'TechnicalSupportPage'),
      add: {
        label: { cnr: 'Dodaj u tehničku podršku', en: 'Add to technical support' },
        permission: 'technicalSupport.change',
      },
      find: async () => {
        const { technicalSupport } = await import('@kontor/contract/technicalSupport')
        return createTreeSearch(technicalSupport.find)
      },
    },
  ],
})
