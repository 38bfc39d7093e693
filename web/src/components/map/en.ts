import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  map: {
    marker: 'The chosen place',
    zoom_in: 'Zoom in',
    zoom_out: 'Zoom out',
  },
}
