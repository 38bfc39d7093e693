import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  services: {
    template: 'Template (.docx)',
    choose: 'Choose a document',
    replace: 'Replace',
    remove: 'Remove the template',
    download: 'Download the template',
    none: 'A Word document, at most {max}.',
    removed: 'The template goes when you save.',
    large: 'The document is larger than {max}.',
  },
}
