import * as z from 'zod/mini'
import { moment } from './lib/fields/fields.ts'
import { route } from './lib/http/route.ts'
import { listBody, PAGE_OR_FILE, paged } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'

/** A partner's user that has signed in to the portal; `code` is the partner's number. */
const signedInPartner = z.object({
  id: z.int(),
  code: z.int(),
  partner: z.string(),
  user: z.string(),
  registered_at: moment,
  last_sign_in_at: moment,
})

export type SignedInPartner = z.infer<typeof signedInPartner>

export const signedInPartnerList = recordList({
  name: 'signedInPartners',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Prijavljeni partneri',
      one: 'Prijavljeni partner',
      other: 'prijavljenih partnera',
    },
    en: { title: 'Signed-in partners', one: 'Signed-in partner' },
    empty: { cnr: 'Još se niko nije prijavio', en: 'No one has signed in yet' },
    empty_hint: {
      cnr: 'Partner se pojavljuje ovdje kad se prvi put prijavi u aplikaciju.',
      en: 'Partners appear here after their first sign-in to the app.',
    },
  },
  columns: {
    code: { label: { cnr: 'Šifra', en: 'Code' }, filter: 'number' },
    partner: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    user: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text', optional: true },
    registered_at: { label: { cnr: 'Prva prijava', en: 'First sign-in' }, filter: 'day' },
    last_sign_in_at: {
      label: { cnr: 'Posljednja prijava', en: 'Last sign-in' },
      filter: 'day',
      optional: true,
    },
  },
  search: ['code', 'partner', 'user'],
  sort: { by: 'registered_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

const body = listBody(signedInPartnerList)

export const signedInPartners = {
  index: route({
    method: 'POST',
    path: '/api/user_firebase_tokens/signed_in_partners',
    audience: 'staff',
    permission: 'signedInPartners.see',
    summary: 'Search signed-in partners',
    description: `Covers the users who have signed in to the partners’ app. ${PAGE_OR_FILE}`,
    body,
    response: paged(signedInPartner),
  }),
  excel: route({
    method: 'POST',
    path: '/api/excel/getSignedInPartners',
    audience: 'staff',
    permission: 'signedInPartners.export',
    summary: 'Export signed-in partners to Excel',
    description: 'Returns all that match the filters as prijavljeni_partneri.xlsx.',
    body: z.strictObject({ filters: body.shape.filters, options: body.shape.options }),
    response: 'file',
  }),
}
