import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  bulk: {
    title: 'Bulk edit',
    field: 'What is changed',
    how: 'How',
    set: 'Set to',
    percent: 'Change by percent',
    add: 'Add',
    remove: 'Remove',
    value: 'Value',
    by: 'Percent, e.g. 5 or -3.5',
    which: 'Which rows',
    by_filters: 'Filters: {filters}',
    unfiltered: 'No filters: the whole list',
    picked: 'Selected ({count, number})',
    all: 'All that the filters find ({count, number})',
    choose: 'Choose…',
    plan: 'Preview',
    changed: '{count, plural, one {# row is changed} other {# rows are changed}}',
    same: '{count, plural, one {# is so already} other {# are so already}}',
    wrong: '{count, plural, one {# row} other {# rows}} cannot be changed',
    apply: 'Apply ({count, number})',
    done: '{count, plural, one {# row changed} other {# rows changed}}',
    undone: '{count, plural, one {# row put back} other {# rows put back}}',
    left: 'Left as it is, because it was changed since: {names}{more, plural, =0 {} other { and # more}}',
    last: 'The last bulk edit: {what}, {count, plural, one {# row} other {# rows}}, {time}, {by}',
    take_back: 'Undo',
    none: 'No row is changed.',
  },
}
