import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    manuals: {
      title: 'Technical support',
      search: 'Find a manual or a file',
      way: 'Way to the folder',
      top: 'All',
      list: 'Folders and files',
      none_found: 'Nothing matches “{text}”.',
      empty: 'There is nothing here yet',
      empty_text: 'When the office adds manuals and files for you, they will appear here.',
      inside: '{count, plural, =0 {empty} one {# entry} other {# entries}}',
      download: 'Download',
      opens: 'Opens {site}',
      downloading: 'Downloading: {name}…',
    },
  },
}
