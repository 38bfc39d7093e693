import { messages } from '@kontor/contract/messages'
import { conversationStart } from '@kontor/contract/messages/begin'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { sendSentFile, storeSentFile } from '../../lib/storage/sent-files.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { beginThread, listRecipients } from './begin/queries.ts'
import { portalMessageRoutes } from './portal/routes.ts'
import { fileOfMessage, filesInUse, listMessages, sendFromOffice, sendToEveryone } from './queries.ts'
import { listThreads, markRead, officeUnread } from './threads/queries.ts'

export function messageRoutes(context: AppContext) {
  const { registerRoute, db, config, jobs } = context
  const store = openFileStore(config, 'messages')
  registerRoute(messages.threads, ({ body }) => listThreads(db, body))
  registerRoute(messages.ofThread, ({ body }) => listMessages(db, body))
  registerRoute(messages.send, ({ user, body, attempt }) => sendFromOffice(db, user.id, body, attempt))
  registerRoute(messages.sendFile, ({ user, form, files, attempt }) =>
    storeSentFile(store, files.file, (file) => sendFromOffice(db, user.id, { ...form, file }, attempt)),
  )
  registerRoute(messages.file, async ({ params, query }) =>
    sendSentFile(store, await fileOfMessage(db, params.id), query),
  )
  registerRoute(messages.sendToEveryone, ({ user, body, attempt }) =>
    sendToEveryone(db, user.id, body, attempt),
  )
  registerRoute(messages.read, ({ params, body }) => markRead(db, params.id, body.last_message_timestamp))
  registerRoute(conversationStart.recipients, ({ params, user }) => listRecipients(db, params.id, user))
  registerRoute(conversationStart.begin, ({ user, body, attempt }) => beginThread(db, user.id, body, attempt))
  registerRoute(messages.unread, () => officeUnread(db))
  portalMessageRoutes(context, store)
  jobs.schedule('orphaned_chat_files', EVERY_HOUR, () => store.sweep((names) => filesInUse(db, names)))
}
