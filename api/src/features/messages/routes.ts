import { messages } from '@kontor/contract/messages'
import { conversationStart } from '@kontor/contract/messages/start'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { sendSentFile, storeSentFile } from '../../lib/storage/sent-files.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { portalMessageRoutes } from './portal/routes.ts'
import { fileOfMessage, filesInUse, listMessages, sendFromOffice, sendToEveryone } from './queries.ts'
import { listRecipients, startThread } from './start/queries.ts'
import { listThreads, markRead, officeUnread } from './threads/queries.ts'

export function messageRoutes(context: AppContext) {
  const { registerRoute, db, config, jobs } = context
  const store = openFileStore(config, 'messages')
  registerRoute(messages.threads, ({ body }) => listThreads(db, body))
  registerRoute(messages.ofThread, ({ body }) => listMessages(db, body))
  registerRoute(messages.send, ({ user, body, idempotency }) =>
    sendFromOffice(db, user.id, body, idempotency),
  )
  registerRoute(messages.sendFile, ({ user, form, files, idempotency }) =>
    storeSentFile(store, files.file, (file) => sendFromOffice(db, user.id, { ...form, file }, idempotency)),
  )
  registerRoute(messages.file, async ({ params, query }) =>
    sendSentFile(store, await fileOfMessage(db, params.id), query),
  )
  registerRoute(messages.sendToEveryone, ({ user, body, idempotency }) =>
    sendToEveryone(db, user.id, body, idempotency),
  )
  registerRoute(messages.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  registerRoute(conversationStart.recipients, ({ params, user }) => listRecipients(db, params.id, user))
  registerRoute(conversationStart.start, ({ user, body, idempotency }) =>
    startThread(db, user.id, body, idempotency),
  )
  registerRoute(messages.unread, () => officeUnread(db))
  portalMessageRoutes(context, store)
  jobs.schedule('orphaned_chat_files', EVERY_HOUR, () => store.sweep((names) => filesInUse(db, names)))
}
