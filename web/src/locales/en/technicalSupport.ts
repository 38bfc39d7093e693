import type { Translation } from '../../lib/i18n/language.ts'
import type { technicalSupport as cnr } from '../cnr/technicalSupport.ts'

export const technicalSupport: Translation<typeof cnr> = {
  support: {
    counts:
      '{folders, plural, one {# folder} other {# folders}}, {items, plural, one {# file or link} other {# files and links}}{hidden, plural, =0 {} other {, # hidden}}',
    search: 'Search name or description',
    size: 'Size or address',
    what: 'What are you adding?',
    folder: 'Folder',
    item: 'Item',
    kind: 'Item kind',
    file: 'File',
    link: 'Link',
    place_top: 'At the top of the tree',
    categories_help: 'Without a category, all partners see it.',
    link_help: 'An address that starts with http:// or https://.',
    choose_file: 'Choose file',
    other_file: 'Choose another file',
    file_help: 'Up to {max}. Drop a file here.',
    download: 'Download',
    open: 'Open',
    zip: 'Download all (.zip)',
    upload: 'Upload files…',
    folder_gone: 'The folder no longer exists. Upload the file to another one.',
    no_folders: '“{name}” is a folder. Drag the files inside it instead.',
    replace: 'Replace file',
    downloads: 'Downloads',
    downloaded:
      '{partners, plural, one {# partner} other {# partners}}, {times, plural, one {# time} other {# times}}',
    never: 'Never',
    changed: 'Changed',
    file_from: 'File from',
    replaces: 'Replaced files',
    restore_old: 'Restore',
    seen_by: 'Visible to',
    all_partners: 'All partners',
    contents: '{children, plural, =0 {Empty folder} one {# item} other {# items}}',
  },
  validation: {
    support_name: 'The name needs at least 2 characters.',
    support_file: 'Only an item of kind File can have a file.',
    support_link: 'Only an item of kind Link can have an address.',
    support_kind: 'A folder cannot become an item, nor an item a folder.',
    file_validation: 'Choose a file.',
    url_pattern_validation: 'Enter an address, e.g. https://kontor.me/manual.',
  },
}
