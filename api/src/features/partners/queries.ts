import { LEAST_ROLE } from '@kontor/contract/kit/api/about'
import { keyed } from '@kontor/contract/kit/list/keyed'
import { figureOf } from '@kontor/contract/kit/numbers/figure'
import { type FigureName, figureNames, partnerList, type partners } from '@kontor/contract/partners'
import type { legacyFields } from '@kontor/contract/partners/legacy'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignedIn } from '../../kit/auth/guard.ts'
import { hashPassword, requireLength } from '../../kit/auth/password.ts'
import type { Schema } from '../../kit/db/schema.ts'
import { inTransaction } from '../../kit/db/transaction.ts'
import { requireUnlocked } from '../../kit/imports/lock.ts'
import { column, listSource } from '../../kit/list/source.ts'
import { createRecord, getRow, toggleRecord, updateRecord } from '../../kit/records/records.ts'
import { invalidField } from '../../kit/serve/refusal.ts'
import type { Call } from '../../kit/serve/serve.ts'
import '../session/table.ts'
import '../users/table.ts'
import { figuresGiven } from './figures/rules.ts'
import { figureColumns, partnerCategoryNames } from './table.ts'

const categoryChoices = sql<{ id: number; name: string }[]>`coalesce((
  SELECT json_agg(json_build_object('id', categories.id, 'name', categories.name) ORDER BY categories.name)
  FROM partner_categories JOIN categories ON categories.id = category_id WHERE partner_id = partners.id), '[]')`

/** A figure as it goes out: `1234.500`, or `5%` when it is a percentage. */
function shownFigure(name: FigureName) {
  const number = sql.ref(`partners.${figureColumns[name]}`)
  const percent = sql.ref(`partners.${figureColumns[name]}_percent`)
  return sql<string>`CASE WHEN ${percent} THEN trim_scale(${number})::text || '%' ELSE ${number}::text END`
}

const sourceWith = (figures: readonly FigureName[]) =>
  listSource({
    definition: partnerList,
    id: sql.ref('partners.id'),
    columns: {
      id: { value: sql.ref('partners.id'), folded: sql`partners.id::text` },
      name: column('partners', 'name', 'name_folded'),
      phone: column('partners', 'phone'),
      haynes_pro_username: column('partners', 'haynes_pro_username'),
      category_names: { value: partnerCategoryNames },
      city: column('cities', 'name', 'name_folded'),
      ...keyed(figures, (name) => ({
        value: sql.ref(`partners.${figureColumns[name]}`),
        shown: shownFigure(name),
      })),
      is_active: column('partners', 'is_active'),
    },
    tables: ['partners', 'partner_categories', 'cities', 'categories'],
    rows: (db) =>
      withCity(db)
        .select(['partners.phone', 'partners.haynes_pro_username', 'partners.city_id'])
        .select(
          sql<{ id: number; name: string } | null>`CASE WHEN cities.id IS NOT NULL
          THEN json_build_object('id', cities.id, 'name', cities.name) END`.as('city'),
        )
        .select(categoryChoices.as('categories'))
        .select(figures.map((name) => shownFigure(name).as(name))),
  })

export const partnerSource = sourceWith(figureNames)
const withoutFigures = sourceWith([])

/** The partners as somebody may see them, or export them. */
export const partnersFor = ({ rights }: SignedIn, right: 'figures.see' | 'figures.export' = 'figures.see') =>
  rights.has(right) && rights.has('figures.see') ? partnerSource : withoutFigures

/** The same list with what pickers show. */
export const partnerChoices = listSource({
  ...partnerSource,
  rows: (db) => withCity(db).select('cities.name as city'),
})

const withCity = (db: Kysely<Schema>) =>
  db
    .selectFrom('partners')
    .leftJoin('cities', 'cities.id', 'partners.city_id')
    .select(['partners.id', 'partners.name', partnerCategoryNames.as('category_names')])
    .select(['partners.is_active', 'partners.version', 'partners.updated_at'])

/** These partners, by number. */
export const listPartners = (db: Kysely<Schema>, source: PartnerSource, ids: number[]) =>
  source.rows(db).where(sql<boolean>`partners.id = ANY(${ids}::int[])`).orderBy('partners.id').execute()

type PartnerSource = typeof partnerSource
type Create = Omit<Call<typeof partners.create>['body'], keyof typeof legacyFields>
type Update = Omit<Call<typeof partners.update>['body'], keyof typeof legacyFields>

/** What of a form the partner's own row holds. */
const columnsOf = (
  { name, phone, city_id, haynes_pro_username }: Create | Update,
  figures: ReturnType<typeof figuresGiven>,
) => ({
  ...{ name, phone, city_id, haynes_pro_username },
  ...figureValues(figures),
})

/** Every figure given as its two columns: the number, and whether it is a percentage. */
export function figureValues(given: { [name in FigureName]?: unknown }): Record<string, string | boolean> {
  const columns = figureNames.flatMap((name) => {
    if (given[name] === undefined) return []
    const { value, percent } = figureOf(String(given[name]))
    return [[figureColumns[name], value] as const, [`${figureColumns[name]}_percent`, percent] as const]
  })
  return Object.fromEntries(columns)
}

/** Adds a partner and the user under its id. Refuses with 422 at `id` also when another user has that username. */
export async function createPartner(db: Kysely<Schema>, user: SignedIn, given: Create, minLength: number) {
  const figures = figuresGiven(user, given)
  requireLength(given.password, minLength)
  const password_hash = await hashPassword(given.password)
  return inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners')
    const { id } = await createRecord(tx, 'partners', partnerSource, {
      id: given.id,
      ...columnsOf(given, figures),
    })
    await replaceCategories(tx, id, given.categories)
    await createLogin(tx, { id, name: given.name, password_hash }, 'id')
    return getRow(tx, partnersFor(user), id)
  })
}

export async function updatePartner(
  db: Kysely<Schema>,
  user: SignedIn,
  id: number,
  given: Update,
  minLength: number,
) {
  const { password, version } = given
  if (password) requireLength(password, minLength)
  const password_hash = password ? await hashPassword(password) : undefined
  return inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners')
    const figures = figuresGiven(user, given, await getRow(tx, partnerSource, id))
    await updateRecord(tx, 'partners', partnersFor(user), id, { version, ...columnsOf(given, figures) })
    await replaceCategories(tx, id, given.categories)
    if (password_hash) await changePassword(tx, { id, name: given.name, password_hash })
    return getRow(tx, partnersFor(user), id)
  })
}

/** Deactivating ends the sessions of the partner's users at once. */
export const togglePartner = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners')
    const partner = await toggleRecord(tx, 'partners', id, target)
    if (!partner.is_active) await endSessions(tx, id)
    return partner
  })

async function replaceCategories(tx: Transaction<Schema>, partner_id: number, wanted: readonly number[]) {
  await tx
    .deleteFrom('partner_categories')
    .where('partner_id', '=', partner_id)
    .where('category_id', 'not in', wanted)
    .execute()
  const links = [...new Set(wanted)].map((category_id) => ({ partner_id, category_id }))
  await tx
    .insertInto('partner_categories')
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Login {
  id: number
  name: string
  password_hash: string
}

async function createLogin(tx: Transaction<Schema>, { id, name, password_hash }: Login, field: string) {
  const created = await tx
    .insertInto('users')
    .values({ name, username: String(id), password_hash, role: LEAST_ROLE, partner_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw invalidField(field, 'validation.unique_username')
}

/** Of the partner's login; one that has been renamed or was never there is made anew. */
async function changePassword(tx: Transaction<Schema>, login: Login) {
  const changed = await tx
    .updateTable('users')
    .set({ password_hash: login.password_hash })
    .where('username', '=', String(login.id))
    .where('partner_id', '=', login.id)
    .returning('id')
    .executeTakeFirst()
  if (!changed) await createLogin(tx, login, 'password')
  await endSessions(tx, login.id)
}

const endSessions = (tx: Transaction<Schema>, partnerId: number) =>
  tx
    .deleteFrom('sessions')
    .where('user_id', 'in', tx.selectFrom('users').select('id').where('partner_id', '=', partnerId))
    .execute()
