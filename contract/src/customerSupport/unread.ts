import * as z from 'zod/mini'
import { route } from '../lib/http/route.ts'

/** Requested on every screen, hence in a file of its own that imports nothing of the inbox. */
export const unreadSupport = route({
  method: 'GET',
  path: '/api/customerSupport/unread',
  audience: 'staff',
  permission: 'customerSupport.see',
  summary: 'Count unread support conversations',
  description: 'Counts the open conversations with messages that the office has not read.',
  response: z.object({ conversations: z.int() }),
})
