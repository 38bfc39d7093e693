import * as z from 'zod/mini'
import { id, idParams, typedId } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import { messageText, messageThread } from '../messages.ts'

/** To whom the office writes first: a user of a partner. */
export const recipient = { partner_id: id, user_id: typedId }

export const conversationStart = {
  recipients: route({
    method: 'GET',
    path: '/api/message_threads/recipients/:id',
    audience: 'staff',
    permission: ['sliders.send', 'customerSupport.change', 'sliders.change'],
    summary: 'List chat recipients of a partner',
    description:
      'Returns the active users of the partner, to whom the office can write first or whom it can sign up, and the trainings that they see.',
    params: idParams,
    response: z.object({
      partner: recordRef,
      users: z.array(recordRef),
      /** Empty for callers who may not write in chats. */
      sliders: z.array(recordRef),
    }),
  }),
  start: route({
    method: 'POST',
    path: '/api/message_threads/begin',
    audience: 'staff',
    permission: 'sliders.send',
    summary: 'Start chat',
    description:
      'Writes to a partner’s user in the chat of a training. If the chat exists already, the message is added to it.',
    body: z.strictObject({ ...recipient, slider_id: typedId, message: messageText }),
    response: messageThread,
    idempotent: true,
  }),
}
