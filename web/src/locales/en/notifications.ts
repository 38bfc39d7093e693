import type { Translation } from '../../lib/i18n/language.ts'
import type { notifications as cnr } from '../cnr/notifications.ts'

export const notifications: Translation<typeof cnr> = {
  notifications: {
    partners: 'Partners',
    send: 'Send',
    send_sure: 'Send notification?',
    send_sure_text: 'It is delivered immediately and cannot be withdrawn.',
    schedule: 'Schedule',
    scheduled: 'Scheduled for {at}',
    send_at: 'Send time',
    send_at_help: 'Leave empty to send now. Podgorica time.',
    edit: 'Edit notification',
    send_now: 'Send now',
    send_now_one: 'Send “{name}” now?',
    send_now_text: 'Partners get it now, not at the scheduled time. After that it cannot be changed.',
    whom: 'To: {names}',
    and_others: '{names} and others',
    sent_to: 'Notification sent: {users, plural, one {# user} other {# users}} ({names})',
    cancel: 'Cancel sending',
    cancel_one: 'Cancel “{name}”?',
    cancel_text: 'It will not be sent. It stays in the list and can be duplicated.',
    cancelled: 'Sending cancelled',
    leave: 'Keep scheduled',
    late: 'Scheduled for {planned}, sent later: {at}',
    already_sent: 'The notification has already been sent.',
    already_cancelled: 'The notification has been cancelled.',
    opens: 'Opens',
    opens_inbox: 'Inbox of the app',
    opened: { slider: 'Slider', product: 'Product', campaign: 'Campaign' },
    opens_what:
      '{kind, select, slider {Opens slider “{name}”} product {Opens product “{name}”} other {Opens campaign “{name}”}}',
    not_seen: {
      slider:
        '{partners, plural, one {# partner does} other {# partners do}} not see this slider. If they get the notification, it opens nothing.',
      product:
        '{partners, plural, one {# partner does} other {# partners do}} not see this product in the catalogue. If they get the notification, it opens nothing.',
      campaign:
        '{partners, plural, one {# partner does} other {# partners do}} not see this campaign. If they get the notification, it opens nothing.',
    },
    send_to: 'Send to',
    to_categories: 'Categories',
    to_partners: 'Partners',
    reach:
      'Recipients: {partners, plural, one {# partner} other {# partners}}, {users, plural, one {# user} other {# users}}. Registered devices: {devices, number}.',
    reach_none: 'Choose recipients.',
    phones_logged:
      'Firebase is not set up: {phones, plural, one {# phone} other {# phones}} will not be reached. The notification stays in the app’s inbox.',
    test: {
      send: 'Send a test to me',
      help: 'It goes to your devices only, not to partners.',
      incomplete: 'Enter a subject and a text to send a test.',
      no_device: 'You have no device for tests.',
      one_user:
        'In one browser, only the user who turned them on last gets notifications, here or in the partners’ app.',
      enable: 'Turn on in this browser and send',
      disable: 'Turn off notifications in this browser',
      denied: 'Notifications are blocked in this browser. Allow them in its settings for this address.',
      install: 'On an iPhone or iPad tests arrive only when Kontor is on the home screen.',
      unable: 'This browser cannot receive them. Open Kontor over https in Chrome, Edge, Firefox or Safari.',
      failed: 'That did not work. Try again.',
    },
    no_device: 'no device',
    reached: 'Reached {accepted, number} of {devices, number}',
    pending: '{pending, number} waiting',
    missed: '{missed, plural, one {# device} other {# devices}} not reached',
    logged: '{logged, number} logged only',
    users: '{users, plural, one {# user} other {# users}}',
    read: '{read, plural, =0 {not read yet} one {read by #} other {read by #}}',
    resend: 'Resend to failed devices',
    resent: 'Resent',
    nothing_to_resend: 'There are no devices to resend the notification to.',
    validation_categories: 'Choose at least 1 category',
    validation_partners: 'Choose at least 1 partner',
  },
  validation: {
    opens_one: 'A notification opens one record only.',
    push_too_long: 'The notification is too long. Shorten the text.',
  },
}
