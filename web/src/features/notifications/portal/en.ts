import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    inbox: {
      unread: 'Unread',
      read_all: 'Mark all as read',
      empty: 'No notifications yet',
      empty_text: 'What the office notifies you of is kept here.',
      title: 'Notifications',
    },
    device: {
      title: 'Notifications on this device',
      on: 'Notifications arrive on this device.',
      off: 'Hear of new promotions and dates at once, even while the app is closed.',
      denied:
        'The browser does not allow them. Allow notifications for this site in its settings, then come back.',
      install:
        'On an iPhone they arrive once the app is on the home screen: press Share, then “Add to Home Screen”, and open it from there.',
      enable: 'Enable notifications',
      disable: 'Disable',
      failed: 'The device was not registered. Try again.',
    },
  },
}
