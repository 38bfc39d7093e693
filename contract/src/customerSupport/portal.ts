import * as z from 'zod/mini'
import { supportMessage } from '../customerSupport.ts'
import { route } from '../kit/api/route.ts'
import { moment, text } from '../kit/fields/fields.ts'

declare module '../kit/api/events.ts' {
  interface EventTypes {
    /** A partner has written to the office. */
    support_message: { id: number }
  }
}

/** Messages that the users of one partner may write to the office in an hour. */
export const MAX_SUPPORT_PER_HOUR = 20

const { id, type, type_name, message_content } = supportMessage.shape

const appSupportMessage = z.object({ id, type, type_name, message_content, created_at: moment })
export type AppSupportMessage = z.infer<typeof appSupportMessage>

export const appCustomerSupport = {
  index: route({
    method: 'GET',
    path: '/api/app/customerSupport',
    audience: 'partner',
    summary: 'What this user has written to the office, the last first',
    reply: z.array(appSupportMessage),
  }),
  create: route({
    method: 'POST',
    path: '/api/app/customerSupport',
    audience: 'partner',
    summary: 'Writes a question (1), a suggestion (2) or a complaint (3) to the office',
    body: z.strictObject({ type, message_content: text({ min: 2, max: 5000, lines: true }) }),
    reply: appSupportMessage,
    idempotent: true,
  }),
}
