import { INBOX_EXCERPT_LENGTH, INBOX_PAGE, type supportInbox } from '@kontor/contract/customerSupport/inbox'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { foldedWords } from '@kontor/contract/lib/text/fold'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { isoMicroseconds } from '../../../lib/database/iso-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { contains } from '../../../lib/lists/conditions.ts'
import { recordRefOf, recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import '../../partners/table.ts'
import { named } from '../table.ts'

const rows = (db: Kysely<Schema>) =>
  db
    .selectFrom('customer_support')
    .innerJoin('support_threads', 'customer_support_id', 'customer_support.id')
    .innerJoin('partners', 'partners.id', 'customer_support.partner_id')
    .innerJoin('users', 'users.id', 'customer_support.user_id')
    .leftJoin('users as takers', 'takers.id', 'taken_by')
    .leftJoin('users as beginners', 'beginners.id', 'begun_by')
    .select(['customer_support.id', 'customer_support.type', 'customer_support.is_active'])
    .select(['customer_support.version', 'customer_support.created_at', 'office_unread as unread'])
    .select(sql<string>`left(message_content, ${sql.lit(INBOX_EXCERPT_LENGTH)})`.as('message_content'))
    .select([recordRefOf('partners').as('partner'), recordRefOf('users').as('user')])
    .select([isoMicroseconds('last_at').as('last_at'), 'last_from_office', 'taken_at'])
    .select([recordRefOrNull('takers').as('taken_by'), recordRefOrNull('beginners').as('begun_by')])

const TEXTS = ['customer_support.message_content', 'partners.name', 'users.name'] as const
/** SQL: whether a conversation contains every word: in its first message, its partner's name, any reply or the name of its file. */
const containsWords = (search: string) =>
  foldedWords(search).map((word) => {
    const columns = TEXTS.map((name) =>
      contains({ value: sql.ref(name), folded: sql.ref(`${name}_folded`) }, word),
    )
    const inReply = contains({ value: sql.ref('message') }, word)
    const inFileName = contains({ value: sql.ref('file_name') }, word)
    return sql<boolean>`(${sql.join(columns, sql` OR `)} OR EXISTS (SELECT FROM support_messages
      WHERE customer_support_id = customer_support.id AND (${inReply} OR ${inFileName})))`
  })

/** The office's inbox. */
export async function listInbox(
  db: Kysely<Schema>,
  { resolved = false, type, search = '', limit = INBOX_PAGE }: HandlerCall<typeof supportInbox.list>['body'],
) {
  let query = rows(db).where('customer_support.is_active', '=', !resolved)
  for (const condition of containsWords(search)) query = query.where(condition)
  const page = type ? query.where('customer_support.type', '=', type) : query
  const complaintsFirst = sql`(customer_support.is_active AND customer_support.type = 3)`
  const [result, types, counts] = await Promise.all([
    page
      .orderBy(complaintsFirst, 'desc')
      .orderBy('support_threads.last_at', 'desc')
      .orderBy('customer_support.id', 'desc')
      .limit(limit)
      .execute(),
    query
      .clearSelect()
      .select(['customer_support.type', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('customer_support.type')
      .execute(),
    countStates(db),
  ])
  const countOf = (of: 1 | 2 | 3) => types.find((one) => one.type === of)?.count ?? 0
  return {
    result: result.map(named),
    total_rows: types.reduce((sum, one) => sum + (!type || one.type === type ? one.count : 0), 0),
    types: { 1: countOf(1), 2: countOf(2), 3: countOf(3) },
    ...counts,
  }
}

/** A row of the inbox. */
export const getItem = async (db: Kysely<Schema>, id: number) =>
  named(await rows(db).where('customer_support.id', '=', id).executeTakeFirstOrThrow())

const countStates = (db: Kysely<Schema>) =>
  db
    .selectFrom('customer_support')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('is_active', '=', true).as('open'),
      fn.countAll<number>().filterWhere('is_active', '=', false).as('resolved'),
    ])
    .select(sql<string | null>`(SELECT max(last_at) FROM support_threads)`.as('last_message_at'))
    .executeTakeFirstOrThrow()

export const countUnread = (db: Kysely<Schema>) =>
  db
    .selectFrom('support_threads')
    .innerJoin('customer_support', 'customer_support.id', 'customer_support_id')
    .select(({ fn }) => fn.countAll<number>().as('conversations'))
    .where('office_unread', '>', 0)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()

/** A conversation, with the data of its partner that this user may see. Throws 404. */
export async function getConversation(
  db: Kysely<Schema>,
  id: number,
  { id: reader, permissions }: CurrentUser,
) {
  const row = await rows(db)
    .leftJoin('cities', 'cities.id', 'partners.city_id')
    .select([
      isoMicroseconds('office_read_at').as('read_at'),
      isoMicroseconds('user_read_at').as('user_read_at'),
    ])
    .select(['partners.phone', recordRefOrNull('cities').as('city'), 'partners.id as of', 'message_content'])
    .select(sql<string>`trim_scale(debt)::text || CASE WHEN debt_percent THEN '%' ELSE '' END`.as('debt'))
    .select(
      sql<string>`trim_scale(out_of_currency)::text || CASE WHEN out_of_currency_percent THEN '%' ELSE '' END`.as(
        'outOfCurrency',
      ),
    )
    .where('customer_support.id', '=', id)
    .executeTakeFirst()
  const { debt, outOfCurrency, of, phone, city, ...conversation } = orNotFound(row)
  const canSeePartner = permissions.has('partners.see')
  return {
    ...named(conversation),
    is_mine: conversation.taken_by?.id === reader,
    phone: canSeePartner ? phone : null,
    city: canSeePartner ? city : null,
    figures: permissions.has('figures.see') ? { debt, outOfCurrency } : null,
    written: await countWritten(db, of),
    last_order: await lastOrder(db, of, permissions),
  }
}

const countWritten = (db: Kysely<Schema>, partnerId: number) =>
  db
    .selectFrom('customer_support')
    .select(({ fn }) => [
      fn.countAll<number>().as('messages'),
      fn.countAll<number>().filterWhere('type', '=', 3).as('complaints'),
    ])
    .where('partner_id', '=', partnerId)
    .where('begun_by', 'is', null)
    .where(sql<boolean>`created_at > now() - interval '12 months'`)
    .executeTakeFirstOrThrow()

/** The sources of orders with their permissions. Only orders of the catalogue can be deactivated. */
const ORDERS = [
  [sql`SELECT * FROM catalogue_orders WHERE is_active`, 'catalogueOrders.see'],
  [sql`SELECT * FROM campaign_cart_items`, 'cart.see'],
  [sql`SELECT * FROM slider_orders`, 'sliders.see'],
] as const

async function lastOrder(db: Kysely<Schema>, partnerId: number, permissions: CurrentUser['permissions']) {
  const seen = ORDERS.filter(([, permission]) => permissions.has(permission)).map(
    ([orders]) => sql`(SELECT created_at, product_id, quantity FROM (${orders}) orders
      WHERE partner_id = ${partnerId} ORDER BY created_at DESC LIMIT 1)`,
  )
  if (seen.length === 0) return null
  const { rows } = await sql<{ at: string; product: RecordRef; quantity: number }>`
    SELECT made.created_at AS at, ${recordRefOf('products')} AS product, made.quantity
    FROM (${sql.join(seen, sql` UNION ALL `)}) made JOIN products ON products.id = product_id
    ORDER BY made.created_at DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
