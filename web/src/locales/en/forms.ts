import type { Translation } from '../../lib/i18n/language.ts'
import type { forms as cnr } from '../cnr/forms.ts'

export const forms: Translation<typeof cnr> = {
  once: { not_copied: 'Close without copying?' },
  transfers: {
    name: 'File uploads',
    sending: 'Uploading {count, plural, one {# file} other {# files}}',
    done: '{failed, plural, =0 {All files uploaded} one {# file could not be uploaded} other {# files could not be uploaded}}',
    arrived: 'uploaded',
    waiting: 'waiting',
    of: '{sent} of {size}',
    retry: 'Try again: {name}',
    cancel: 'Cancel upload: {name}',
    dismiss: 'Remove from list: {name}',
    fold: 'Collapse list',
    unfold: 'Expand list',
    leave: 'Files are still being uploaded',
    leave_text: 'If you leave now, unfinished files will not be saved.',
    leave_yes: 'Leave anyway',
    stay: 'Wait',
  },
  map: {
    marker: 'Selected location',
    zoom_in: 'Zoom in',
    zoom_out: 'Zoom out',
  },
  validation: {
    day_order: 'The last day cannot be before the first.',
  },
}
