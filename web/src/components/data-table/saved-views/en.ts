import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  view: {
    of: 'Views: {title}',
    all: 'All',
    changed: 'changed',
    more: 'Actions of the view {name}',
    new: 'Save view',
    copy: 'Save as a new one',
    save: 'Save changes',
    undo: 'Drop changes',
    rename: 'Rename and share',
    remove: 'Delete view',
    remove_ask: 'Delete the view “{name}”?',
    remove_shared: 'Colleagues who use it lose it too.',
    shared: 'Shared view',
    shared_by: 'Shared by {name}',
    name: 'Name of the view',
    name_missing: 'Type a name for the view.',
    share: 'Colleagues see it too',
    share_help: 'Filters, order, columns and the number of rows are kept.',
    saved: 'The view is saved',
    withheld: 'This view uses figures that your role does not see',
    withheld_link: 'This link filters by what is not here, or what your role does not see',
    withheld_text: 'Without them it would be another list, so no rows are shown.',
    gone: 'This view has been deleted or is no longer shared. The list is shown without it.',
    removed: 'The view is deleted',
    dropped: 'No longer there: {fields}',
    save_so: 'Save as it is now',
  },
}
