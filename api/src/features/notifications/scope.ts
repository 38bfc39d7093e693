// The notifications that a partner's user may access: messages sent to him by any feature.

import type { ListRequest } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { portalNotificationList } from '@kontor/contract/notifications/inbox'
import { sql } from 'kysely'
import { defineScope, none, ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { pageOrFile } from '../../lib/lists/respond.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import './push/table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    push_recipients: never
  }
}

defineScope(
  'push_recipients',
  ({ id, partner_id }) =>
    sql`(push_recipients.user_id = ${id} AND push_recipients.partner_id = ${partner_id})`,
  none,
)

const columnIn = (name: 'title' | 'text', locale: Locale) =>
  locale === 'en' ? sql<string>`coalesce(${sql.ref(`${name}_en`)}, ${sql.ref(name)})` : sql.ref<string>(name)

/** The messages sent to the caller. */
export const inboxRows = (scoped: ScopedDb, locale: Locale) =>
  scoped
    .selectFrom('push_recipients')
    .innerJoin('pushes', 'pushes.id', 'push_id')
    .select([columnIn('title', locale).as('subject'), columnIn('text', locale).as('notification_text')])
    .select(['pushes.id', 'link', 'pushes.created_at', 'read_at'])

/** A page of the inbox, or the requested file. */
export const inboxPage = (scoped: ScopedDb, request: ListRequest, locale: Locale) =>
  pageOrFile(
    unscopedDb(scoped),
    listSource({
      definition: portalNotificationList,
      id: sql.ref('pushes.id'),
      columns: {
        created_at: column('pushes', 'created_at'),
        subject: { value: columnIn('title', locale) },
        notification_text: { value: columnIn('text', locale) },
        is_read: { value: sql`(read_at IS NOT NULL)` },
      },
      tables: ['pushes', 'push_recipients'],
      rows: (db) => inboxRows(new ScopedDb(db, scoped.user), locale),
    }),
    request,
    locale,
  )
