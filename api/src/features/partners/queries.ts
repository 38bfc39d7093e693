import { LEAST_ROLE } from '@kontor/contract/lib/http/about'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { partnerList, type partners } from '@kontor/contract/partners'
import { partnerChoiceList } from '@kontor/contract/partners/choice'
import { figureFields, partnerFields, plainFields } from '@kontor/contract/partners/fields'
import type { legacyFields } from '@kontor/contract/partners/legacy'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import { hashPassword, requireLength } from '../../lib/auth/password.ts'
import { newToken } from '../../lib/auth/tokens.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { invalidField } from '../../lib/http/http-error.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { replaceLinks } from '../../lib/resources/links.ts'
import '../../lib/imports/apply/import-rows.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import type { Mail } from '../../lib/jobs/mail/mail.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import {
  columnSources,
  inputColumns,
  joined,
  narrowTo,
  referredTables,
  selectRecords,
} from '../../lib/resources/field-columns.ts'
import { recordRefOrNull } from '../../lib/resources/record-refs.ts'
import { createRecord, getRow, toggleRecord, updateRecord } from '../../lib/resources/records.ts'
import { postInvitation, publishChanges } from '../session/passwordLinks/table.ts'
import { resetCounters } from '../session/table.ts'
import '../users/table.ts'
import { figuresToWrite } from './figures/rules.ts'
import { partnerCategories, partnerCategoryNames } from './table.ts'

const CATEGORIES = { table: 'partner_categories', owner: 'partner_id' }

/** SQL: whether the debt exceeds the limit. A limit of 0 is none, and percentages are not compared. */
const overLimit = sql<boolean>`(partners.debit_limit > 0 AND partners.debt > partners.debit_limit
  AND NOT partners.debt_percent AND NOT partners.debit_limit_percent)`

const sourceWith = (fields: typeof partnerFields) =>
  listSource({
    definition: partnerList,
    id: sql.ref('partners.id'),
    columns: {
      id: { value: sql.ref('partners.id'), folded: sql`partners.id::text` },
      ...columnSources('partners', fields, ['name', 'partner_number', 'pib', 'email']),
      category_names: { value: partnerCategoryNames },
      is_active: column('partners', 'is_active'),
    },
    filters: { over_limit: { value: overLimit } },
    tables: ['partners', 'partner_categories', 'categories', ...referredTables(plainFields)],
    rows: (db) =>
      selectRecords(db, 'partners', fields)
        .select(partnerCategoryNames.as('category_names'))
        .select(partnerCategories.as('categories')),
  })

export const partnerSource = sourceWith(partnerFields)
// users without permission cannot request these fields
const withoutFigures = sourceWith(narrowTo<typeof partnerFields>(plainFields))

/** The partners in the fields that a user may see, or export. */
export const partnersFor = (
  { permissions }: CurrentUser,
  permission: 'figures.see' | 'figures.export' = 'figures.see',
) => (permissions.has(permission) && permissions.has('figures.see') ? partnerSource : withoutFigures)

const { id, name, city, category_names } = partnerSource.columns
/** The active partners in the columns of pickers. */
export const partnerChoices = listSource({
  definition: partnerChoiceList,
  id: partnerSource.id,
  columns: { id, name, city, category_names },
  tables: ['partners', 'partner_categories', 'cities', 'categories'],
  rows: (db) =>
    joined(
      db
        .selectFrom('partners')
        .select(['partners.id', 'partners.name', partnerCategoryNames.as('category_names')])
        .select(['partners.is_active', 'partners.version', 'partners.updated_at']),
      'partners',
      { city_id: plainFields.city_id },
    )
      .select(recordRefOrNull('city').as('city'))
      .where('partners.is_active', '=', true),
})

/** These partners, by number. */
export const listPartners = (db: Kysely<Schema>, source: PartnerSource, ids: number[]) =>
  source.rows(db).where(sql<boolean>`partners.id = ANY(${ids}::int[])`).orderBy('partners.id').execute()

type PartnerSource = typeof partnerSource
type Create = Omit<HandlerCall<typeof partners.create>['body'], keyof typeof legacyFields>
type Update = Omit<HandlerCall<typeof partners.update>['body'], keyof typeof legacyFields>

/** The caller who adds or changes a partner, the locale, and what the change needs. */
interface Change {
  db: Kysely<Schema>
  mail: Mail
  /** Minimum length of a password. */
  minLength: number
  user: CurrentUser
  locale: Locale
}

/**
 * Adds a partner and its user, whose username is the id. An invited user gets the partner's address, and a link by mail
 * to set the password. Throws 422 at `id` also when another user has that username.
 */
export async function createPartner({ db, mail, minLength, user, locale }: Change, input: Create) {
  const figures = figuresToWrite(user, input)
  const { password = '', invite } = input
  if (invite && !mail.publicUrl) throw invalidField('invite', 'users.no_mail')
  if (!invite) requireLength(password, minLength)
  const password_hash = await hashPassword(invite ? newToken() : password)
  return inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners')
    const { id } = await createRecord(tx, 'partners', partnerSource, {
      id: input.id,
      ...inputColumns(plainFields, input),
      ...inputColumns(figureFields, figures),
    })
    await replaceLinks(tx, CATEGORIES, id, input.categories)
    const login = { id, name: input.name, password_hash, ...(invite && { email: input.email ?? null }) }
    const user_id = await createLogin(tx, login, 'id')
    if (invite) await postInvitation(tx, mail, { user_id, locale })
    return getRow(tx, partnersFor(user), id)
  })
}

export async function updatePartner(
  { db, mail, minLength, user, locale }: Change,
  id: number,
  input: Update,
) {
  const { password, version } = input
  if (password) requireLength(password, minLength)
  const password_hash = password ? await hashPassword(password) : undefined
  return inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners')
    const figures = figuresToWrite(user, input, await getRow(tx, partnerSource, id))
    await updateRecord(tx, 'partners', partnersFor(user), id, {
      version,
      ...inputColumns(plainFields, input),
      ...inputColumns(figureFields, figures),
    })
    await replaceLinks(tx, CATEGORIES, id, input.categories)
    if (password_hash) await changePassword(tx, { mail, locale }, { id, name: input.name, password_hash })
    return getRow(tx, partnersFor(user), id)
  })
}

/** Deactivation ends the sessions of the partner's users at once. */
export const togglePartner = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners')
    const partner = await toggleRecord(tx, 'partners', id, target)
    if (!partner.is_active) await endSessions(tx, id)
    return partner
  })

interface Login {
  id: number
  name: string
  password_hash: string
  /** Of an invited user. */
  email?: string | null
}

/** Adds the partner's user; returns its id. */
async function createLogin(
  tx: Transaction<Schema>,
  { id, name, password_hash, email = null }: Login,
  field: string,
) {
  const created = await tx
    .insertInto('users')
    .values({ name, username: String(id), password_hash, email, role: LEAST_ROLE, partner_id: id })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw invalidField(field, 'validation.unique_username')
  return created.id
}

/**
 * Sets the password of the partner's user, who is informed by mail; a user that was renamed or is missing is created
 * again.
 */
async function changePassword(
  tx: Transaction<Schema>,
  { mail, locale }: Pick<Change, 'mail' | 'locale'>,
  login: Login,
) {
  const changed = await tx
    .updateTable('users')
    .set({ password_hash: login.password_hash })
    .where('username', '=', String(login.id))
    .where('partner_id', '=', login.id)
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (changed) {
    const { email } = changed
    await publishChanges(tx, mail, { before: changed, email, password: login.password_hash, locale })
  } else await createLogin(tx, login, 'password')
  await resetCounters(tx, String(login.id))
  await endSessions(tx, login.id)
}

const endSessions = (tx: Transaction<Schema>, partnerId: number) =>
  tx
    .deleteFrom('sessions')
    .where('user_id', 'in', tx.selectFrom('users').select('id').where('partner_id', '=', partnerId))
    .execute()

/** Whether an import wrote debts, plans or bonuses. */
export async function hasFigures(db: Kysely<Schema>, importId: number) {
  const row = await db
    .selectFrom('import_rows')
    .select('record_id')
    .where('import_id', '=', importId)
    .where(sql<boolean>`after ?| ${Object.keys(figureFields)}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
