import * as z from 'zod/mini'
import { route } from '../lib/http/route.ts'

/** Asked for beside every screen: apart from the inbox, so that they load nothing of it. */
export const unreadSupport = route({
  ...{
    method: 'GET',
    path: '/api/customerSupport/unread',
    audience: 'staff',
    permission: 'customerSupport.see',
  },
  summary: 'How many open conversations have messages that the office has not read',
  reply: z.object({ conversations: z.int() }),
})
