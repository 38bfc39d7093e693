import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  editor: {
    tools: 'Text tools',
    help: 'Alt+F10 leads to the tools.',
    h1: 'Heading 1',
    h2: 'Heading 2',
    h3: 'Heading 3',
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    undo: 'Undo',
    redo: 'Redo',
    link: 'Link',
    address: 'Link address',
    apply_link: 'Apply',
    remove_link: 'Remove link',
    picture: 'Add a picture to the text',
  },
}
