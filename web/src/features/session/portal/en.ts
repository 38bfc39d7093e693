import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    name: 'Kontor for partners',
    tagline: 'Promotions, trainings and a line to the office.',
    forgot: 'The office gives you a new password. Call your store.',
    profile: {
      manuals: 'Technical support',
      sign_out_basket: 'The basket on this device is emptied.',
      stores: 'Stores',
      orders: 'My orders',
      write_us: 'Write to us',
      code: 'Partner code',
      user: 'Signed-in user',
      phone: 'Phone',
      city: 'City',
      haynes: 'Haynes Pro',
      interests: 'Categories',
      balance: 'Balance',
      year: 'Turnover and bonuses',
      tires: 'Tyres',
      of_plan: '{share} of the annual plan',
      as_of: 'As of {at}',
      settings: 'Settings',
      sign_out: 'Sign out',
      sign_out_title: 'Sign out on this device?',
      sign_out_text: 'This device will no longer receive notifications.',
      sign_out_waiting:
        'An order is still waiting for the server’s answer. It is sent only when you sign in on this device again, within a day.',
      title: 'Profile',
    },
  },
}
