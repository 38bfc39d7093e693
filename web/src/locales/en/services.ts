import type { Translation } from '../../lib/i18n/language.ts'
import type { services as cnr } from '../cnr/services.ts'

export const services: Translation<typeof cnr> = {
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
