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
      empty_hint: 'Add the first one, so that partners see in their app what is new.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  lists: {
    registrations: {
      title: 'Partners signed up for a seminar',
      empty: 'Nobody has signed up yet',
      empty_hint: 'Partners sign up in their own app.',
    },
    slider_orders: {
      title: 'Partners who ordered a promotional product',
      empty: 'No orders yet',
      empty_hint: 'Partners order in their own app.',
    },
  },
  sliders: {
    chat: 'Conversations',
    image: 'Main picture',
    wyswygimg: 'Extra picture',
    choose_type: 'Choose a type to see its fields.',
    moments_help: 'Empty means without a limit. By the office’s clock (Podgorica).',
    push_later: 'Sent when the slider begins to be shown.',
    no_name: 'No name yet',
    preview_part: 'Part of the preview',
    preview_card: 'In the list',
    preview_page: 'Open',
    scheduled: 'Scheduled for {at}',
    duplicate_title: 'Duplicate slider',
    duplicate_text:
      'The new slider has the same content, pictures and categories. It is hidden, without times, sign-ups and orders.',
    duplicate_name: 'Name of the new slider',
    duplicated: 'The slider is duplicated',
    url: 'Address (URL)',
    url_help: 'Opens by a tap on the picture.',
    youtube_help: 'Address of a film on YouTube.',
    welcome_message: 'Welcome message',
    product: 'Product',
    dates: 'Dates',
    page_content: 'Content',
    push_notification: 'Send a push notification',
    notification_text: 'Notification text',
    partners: 'Partners signed up',
    orders: 'Orders',
    ordered: '{pieces, number} pcs in all, in {orders, plural, one {# order} other {# orders}}',
    show_text:
      '{count, plural, one {Partners of its categories will see it.} other {Partners of the categories of each will see it.}}',
    now_hidden: 'The slider is hidden',
    show_told:
      '{count, plural, one {They get a notification at once} other {They get # notifications at once}}, which cannot be taken back.',
    hide_text:
      '{count, plural, one {Partners will no longer see it. It} other {Partners will no longer see them. They}} can be shown again at any time.',
    used: 'The slider has {count, plural, one {# sign-up or order} other {# sign-ups or orders}}',
    used_text:
      'They are kept, but partners will no longer see them in their app. Deactivate it all the same?',
    keep: 'Keep it active',
  },
}
