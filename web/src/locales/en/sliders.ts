import type { Translation } from '../../lib/i18n/language.ts'
import type { sliders as cnr } from '../cnr/sliders.ts'

export const sliders: Translation<typeof cnr> = {
  features: {
    sliders: {
      title: 'Sliders',
      add: 'Add slider',
      new: 'New slider',
      edit: 'Edit slider',
      details: 'Slider',
      many: '{count, plural, one {# slider} other {# sliders}}',
      hint: 'Partners will no longer see it.',
      empty: 'No sliders yet',
      empty_hint: 'Add the first one: partners see it in their app.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  lists: {
    registrations: {
      title: 'Partners signed up for a seminar',
      empty: 'No sign-ups yet',
      empty_hint: 'Partners sign up in their app.',
    },
    slider_orders: {
      title: 'Partners who ordered a promotional product',
      empty: 'No orders yet',
      empty_hint: 'Partners order in their app.',
    },
  },
  sliders: {
    chat: 'Conversations',
    image: 'Main image',
    wyswygimg: 'Extra image',
    choose_type: 'Choose a type to see its fields.',
    moments_help: 'Leave empty for no limit. Podgorica time.',
    push_later: 'Sent when the slider goes live.',
    no_name: 'No name yet',
    preview_part: 'Preview section',
    preview_card: 'In the list',
    preview_page: 'Opened',
    scheduled: 'Scheduled for {at}',
    duplicate_title: 'Duplicate slider',
    duplicate_text:
      'The new slider has the same content, images and categories. It is hidden and has no display times, sign-ups or orders.',
    duplicate_name: 'Name of the new slider',
    duplicated: 'Slider duplicated',
    url: 'Address (URL)',
    url_help: 'Opens when the image is tapped.',
    youtube_help: 'Address of a YouTube video.',
    welcome_message: 'Welcome message',
    product: 'Product',
    dates: 'Dates',
    page_content: 'Content',
    push_notification: 'Send push notification',
    notification_text: 'Notification text',
    partners: 'Signed-up partners',
    orders: 'Orders',
    handle: 'Mark as handled',
    reopen: 'Mark as waiting',
    waiting: '{count, plural, one {# waiting} other {# waiting}}',
    ordered:
      'Total {pieces, plural, one {# pc} other {# pcs}} in {orders, plural, one {# order} other {# orders}}',
    show_text:
      '{count, plural, one {Partners in its categories will see it.} other {Partners in their categories will see them.}}',
    now_hidden: 'Slider hidden',
    show_told:
      '{count, plural, one {They also get a notification immediately} other {They also get # notifications immediately}}, which cannot be withdrawn.',
    hide_text:
      '{count, plural, one {Partners will no longer see it. It} other {Partners will no longer see them. They}} can be shown again at any time.',
    used: 'The slider has {count, plural, one {# sign-up or order} other {# sign-ups or orders}}',
    used_text: 'They are kept, but partners will no longer see them in their app. Deactivate anyway?',
    keep: 'Keep active',
  },
}
