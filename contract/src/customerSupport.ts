import * as z from 'zod/mini'
import { idParams, recordShape, toggleResponse } from './lib/fields/fields.ts'
import { route } from './lib/http/route.ts'
import {
  commonColumns,
  LIST_OR_FILE,
  listBody,
  listQuery,
  PAGE_OR_FILE,
  paged,
  recordRef,
} from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { readMark } from './messages.ts'
import { partnerCode } from './partners/partnerField.ts'

/** Types of a message, by the number in the API; there `type_name` is Montenegrin in either language. */
export const supportTypes = {
  1: { cnr: 'Pitanje', en: 'Question' },
  2: { cnr: 'Sugestija', en: 'Suggestion' },
  3: { cnr: 'Pritužba', en: 'Complaint' },
} as const
const typeLabels = Object.values(supportTypes)
export const supportTypeName = z.enum(typeLabels.map(({ cnr }) => cnr))

/** Position of the last message that the user who resolves has seen. */
export const supportSeen = z.optional(readMark.shape.last_message_timestamp)

export const supportMessage = z.object({
  ...recordShape,
  type: z.literal([1, 2, 3]),
  type_name: supportTypeName,
  message_content: z.string(),
  partner: recordRef,
  partner_name: z.string(),
  user: z.string(),
  /** The user of the office who wrote first; null where the partner did. */
  begun_by: z.nullable(recordRef),
})
export type SupportMessage = z.infer<typeof supportMessage>

export const customerSupportList = recordList({
  name: 'customerSupport',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Korisnička podrška',
      one: 'Poruka partnera',
      accusative: 'poruku',
      few: 'poruke',
      other: 'poruka',
    },
    en: { title: 'Customer support', one: 'Partner message', inText: 'message', other: 'messages' },
    hint: { cnr: 'Ostaje sačuvano, ali se vodi kao riješeno.', en: 'Kept, but counted as resolved.' },
    empty_hint: {
      cnr: 'Pitanja, sugestije i pritužbe partnera stižu iz njihove aplikacije.',
      en: 'Questions, suggestions and complaints come from the partners’ app.',
    },
  },
  columns: {
    updated_at: { ...commonColumns.updated_at, label: { cnr: 'Datum', en: 'Date' } },
    type_name: {
      label: { cnr: 'Vrsta', en: 'Kind' },
      filter: 'text',
      options: typeLabels.map((label) => ({ value: label.cnr, label })),
    },
    message_content: { label: { cnr: 'Poruka', en: 'Message' }, filter: 'text' },
    partner_name: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    partner_id: { ...partnerCode, optional: true },
    user: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text', optional: true },
    begun_by: {
      label: { cnr: 'Započeo iz kancelarije', en: 'Begun by the office' },
      filter: 'text',
      optional: true,
      at: ['begun_by', 'name'],
    },
    is_active: commonColumns.is_active,
  },
  search: ['type_name', 'message_content', 'partner_name', 'user'],
  sort: { by: 'updated_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

export const customerSupport = {
  all: route({
    method: 'GET',
    path: '/api/customerSupport',
    audience: 'staff',
    permission: 'customerSupport.see',
    summary: 'List support messages',
    description: `The last changed come first. ${LIST_OR_FILE}`,
    query: listQuery(customerSupportList),
    response: z.array(supportMessage),
  }),
  index: route({
    method: 'POST',
    path: '/api/customerSupport/index',
    audience: 'staff',
    permission: 'customerSupport.see',
    summary: 'Search support messages',
    description: PAGE_OR_FILE,
    body: listBody(customerSupportList),
    response: paged(supportMessage),
  }),
  toggle: route({
    method: 'DELETE',
    path: '/api/customerSupport/:id',
    aliases: ['/api/customerSupport/delete/:id'],
    audience: 'staff',
    permission: 'customerSupport.change',
    summary: 'Resolve or reopen support message',
    description: 'With `seen`, it returns 409 and changes nothing if the partner has written since.',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ is_active: z.optional(z.boolean()), seen: supportSeen }))),
    response: toggleResponse,
  }),
}
