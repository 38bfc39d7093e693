import type { Translation } from '../../lib/i18n/language.ts'
import type { services as cnr } from '../cnr/services.ts'

export const services: Translation<typeof cnr> = {
  services: {
    template: 'Template (.docx)',
    choose: 'Choose document',
    replace: 'Replace',
    remove: 'Remove template',
    download: 'Download template',
    none: 'Word document, up to {max}.',
    removed: 'The template is removed when you save.',
    large: 'The document is larger than {max}.',
  },
}
