import { IconSlideshow } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const sliders = registerFeature({
  screens: [
    {
      path: '/sliders',
      label: { cnr: 'Slajderi', en: 'Sliders' },
      icon: IconSlideshow,
      permission: 'sliders.see',
      group: 'content',
      letter: 's',
      page: lazyPage(() => import('./SlidersPage.tsx'), 'SlidersPage'),
      add: { label: { cnr: 'Dodaj slajder', en: 'Add slider' }, permission: 'sliders.change' },
    },
  ],
  pickers: { sliders: lazyPart(() => import('./SliderPicker.tsx'), 'SliderPicker') },
})
