import type { Translation } from '../../lib/i18n/language.ts'
import type { forms as cnr } from '../cnr/forms.ts'

export const forms: Translation<typeof cnr> = {
  once: { not_copied: 'Close without copying?' },
  transfers: {
    name: 'File uploads',
    sending: 'Uploading {count, plural, one {# file} other {# files}}',
    done: '{failed, plural, =0 {All files are uploaded} one {Uploads: # file did not arrive} other {Uploads: # files did not arrive}}',
    arrived: 'uploaded',
    waiting: 'waiting',
    of: '{sent} of {size}',
    retry: 'Try again: {name}',
    cancel: 'Cancel the upload: {name}',
    dismiss: 'Take off the list: {name}',
    fold: 'Fold the list',
    unfold: 'Unfold the list',
    leave: 'Files are still being uploaded',
    leave_text: 'If you leave now, what has not arrived is not saved.',
    leave_yes: 'Leave all the same',
    stay: 'Wait',
  },
  map: {
    marker: 'The chosen place',
    zoom_in: 'Zoom in',
    zoom_out: 'Zoom out',
  },
}
