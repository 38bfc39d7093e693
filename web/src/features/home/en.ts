import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  home: {
    title: 'Home',
    figure: '{count, number}',
    failed: 'The figures were not loaded',
    failed_text: 'The server does not answer. The screens can still be opened.',
    tile: {
      partners: '{count, plural, one {active partner} other {active partners}}',
      inactive_partners: '{count, plural, =0 {none inactive} other {# inactive}}',
      campaigns: '{count, plural, one {campaign that partners see} other {campaigns that partners see}}',
      hidden_campaigns: '{count, plural, =0 {none that they do not see} other {# that they do not see}}',
      cart: '{count, plural, one {undelivered line} other {undelivered lines}}',
      cart_partners: '{count, plural, =0 {nobody waits} one {# partner waits} other {# partners wait}}',
      out_of_stock: '{count, plural, one {product out of stock} other {products out of stock}}',
      of_products: '{count, plural, one {of # active product} other {of # active products}}',
      sliders: '{count, plural, one {visible slider} other {visible sliders}}',
      hidden_sliders: '{count, plural, =0 {none hidden} other {# hidden}}',
      users: '{count, plural, one {user in the office} other {users in the office}}',
      partner_users:
        '{count, plural, =0 {no partner accounts} one {# partner account} other {# partner accounts}}',
      notifications: '{count, plural, one {notification in 30 days} other {notifications in 30 days}}',
      devices: '{count, plural, =0 {no devices} one {to # device} other {to # devices}}',
      support: '{count, plural, one {open message} other {open messages}}',
      complaints: '{count, plural, =0 {no complaints} one {# complaint} other {# complaints}}',
      catalogue: '{count, plural, one {product in the catalogue} other {products in the catalogue}}',
      catalogue_categories: '{count, plural, =0 {no categories} one {in # category} other {in # categories}}',
      orders_today: '{count, plural, one {catalogue order today} other {catalogue orders today}}',
      orders_pieces: '{count, plural, =0 {nothing ordered} one {# piece} other {# pieces}}',
      support_items: '{count, plural, one {file or link for partners} other {files and links for partners}}',
      support_folders: '{count, plural, =0 {no folders} one {in # folder} other {in # folders}}',
      stores: '{count, plural, one {active store} other {active stores}}',
    },
    signed_in_as: 'you are signed in as {username}',
  },
}
