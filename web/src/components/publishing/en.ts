import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  compose: {
    hour: '{label}: time',
    office_time: 'By the office’s clock (Podgorica).',
    duplicate: 'Duplicate',
    duplicate_suggested: '{name} (copy)',
    preview: 'Preview',
    now: 'now',
    show: 'Show',
    hide: 'Hide',
    show_one: 'Show “{name}”?',
    hide_one: 'Hide “{name}”?',
    show_many: 'Show {many}?',
    hide_many: 'Hide {many}?',
    show_none: 'All that is selected is shown already.',
    hide_none: 'All that is selected is hidden already.',
    shown: 'Shown: {many}',
    hidden: 'Hidden: {many}',
  },
}
