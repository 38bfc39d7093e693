// What of the notifications partners may reach: those that were sent to the caller, by whichever feature.
import type { Locale } from '@kontor/contract/kit/api/locales'
import type { ListRequest } from '@kontor/contract/kit/list/list'
import { appNotificationList } from '@kontor/contract/notifications/inbox'
import { sql } from 'kysely'
import { pageOrFile } from '../../kit/list/report.ts'
import { column, listSource } from '../../kit/list/source.ts'
import { behind, Scoped, scope } from '../../kit/serve/scoped.ts'
import './push/table.ts'

declare module '../../kit/db/schema.ts' {
  interface ScopedTables {
    push_recipients: never
  }
}

scope(
  'push_recipients',
  ({ id }) => sql`push_recipients.user_id = ${id}`,
  () => ({}),
)

/** What has been sent to the caller. */
export const inboxRows = (scoped: Scoped) =>
  scoped
    .selectFrom('push_recipients')
    .innerJoin('pushes', 'pushes.id', 'push_id')
    .select(['pushes.id', 'title as subject', 'text as notification_text', 'link'])
    .select(['pushes.created_at', 'read_at'])

/** A page of it, or the file that is asked for. */
export const inboxPage = (scoped: Scoped, request: ListRequest, locale: Locale) =>
  pageOrFile(
    behind(scoped),
    listSource({
      definition: appNotificationList,
      id: sql.ref('pushes.id'),
      columns: {
        created_at: column('pushes', 'created_at'),
        subject: column('pushes', 'title'),
        notification_text: column('pushes', 'text'),
        is_read: { value: sql`(read_at IS NOT NULL)` },
      },
      tables: ['pushes', 'push_recipients'],
      rows: (db) => inboxRows(new Scoped(db, scoped.user)),
    }),
    request,
    locale,
  )
