import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  notifications: {
    partners: 'Partners',
    not_reached: 'Sending the notification to some of the devices failed.',
    send: 'Send',
    send_to: 'Send to',
    to_categories: 'Categories',
    to_partners: 'Partners',
    reach:
      '{partners, plural, one {# partner} other {# partners}} will get it: {users, plural, one {# user} other {# users}} on {devices, plural, one {# device} other {# devices}}.',
    reach_none: 'Choose whom it goes to.',
    phones_logged:
      '{phones, plural, one {# phone} other {# phones}} will not get it: Firebase is not set up, so that is only logged. The notification stays in the app’s inbox.',
    no_device: 'no device',
    reached: 'Reached {accepted, number} of {devices, number}',
    pending: '{pending, number} waiting',
    missed: 'not {missed, plural, one {# device} other {# devices}}',
    logged: '{logged, number} only logged',
    users: '{users, plural, one {# user} other {# users}}',
    read: '{read, plural, =0 {nobody has read it} one {# has read it} other {# have read it}}',
    resend: 'Send again where it failed',
    resent: 'Sent again',
    status: {
      accepted: 'Arrived',
      pending: 'Waiting',
      failed: 'Failed',
      removed: 'Device removed',
      logged: 'Only logged',
      no_device: 'No device',
    },
    error: {
      unregistered: 'the app is no longer on the device',
      signed_out: 'the user has signed out',
      inactive: 'the user is not active',
      timeout: 'the service does not answer',
      unreachable: 'the service is not available',
      busy: 'the service is overloaded',
      credentials: 'the service refused our access',
      rejected: 'the service refused the notification',
      expired: 'given up after six hours',
    },
    platform: {
      android: 'Android',
      ios: 'iPhone',
      web: 'Browser',
    },
    nothing_to_resend: 'There is no device to send the notification to again',
    validation_categories: 'Choose at least 1 category',
    validation_partners: 'Choose at least 1 partner',
  },
  features: {
    notifications: {
      title: 'Push notifications',
      add: 'New notification',
      new: 'New notification',
      edit: 'Notification',
      details: 'Notification',
      many: '{count, plural, one {# notification} other {# notifications}}',
      empty: 'No notifications yet',
      empty_hint: 'Send the first one: it reaches the partners’ devices and their inbox.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  lists: {
    notificationDeliveries: {
      title: 'Delivery',
      empty: 'No recipients',
      empty_hint: 'None of the chosen partners had an active user at that moment.',
    },
  },
}
