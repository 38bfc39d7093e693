import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  preview: {
    panel: 'Preview: {name}',
    record: 'Record {id}',
    place: '{place, number} of {total, number}',
    previous: 'Previous row',
    next: 'Next row',
    open: 'Open the whole record',
    close: 'Close the preview',
    gone: 'Record {id} is not in this list',
    edit_row: 'Edit the row',
    edit: 'Edit',
  },
}
