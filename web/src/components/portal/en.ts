import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    back: 'Back',
    unread: '{count, plural, one {# unread} other {# unread}}',
    no_network: 'No network',
    no_network_text: 'This has not been loaded on this device yet. Try again once the connection is back.',
    clear_search: 'Clear the search',
    more: 'Show more',
    as_seen: 'No network: as it was on {day} at {time}',
    failed: 'Not loaded',
    gone: 'This is no longer here',
    gone_text: 'The office has withdrawn it, or it is not meant for you.',
  },
}
