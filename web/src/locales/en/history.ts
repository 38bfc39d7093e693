import type { Translation } from '../../lib/i18n/language.ts'
import type { history as cnr } from '../cnr/history.ts'

export const history: Translation<typeof cnr> = {
  history: {
    title: 'History',
    system: 'System',
    nothing: 'empty',
    recent: 'Recent changes',
    column_changed: '{column}: changed',
    did_create: 'Added',
    did_update: 'Changed',
    did_delete: 'Deleted',
    did_import: 'Import',
    did_bulk: 'Bulk edit',
    did_bulk_undo: 'Bulk edit undone',
    did_view: 'Viewed as partner',
    did_undo: 'Import undone',
    by_import: 'import',
    changed: 'changed',
    empty: 'No changes',
    empty_hint: 'This record has not been changed since the history began.',
  },
}
