import { dayInDigits, type Locale } from '@kontor/contract/lib/text/locales'
import { shortened } from '@kontor/contract/lib/text/shortened'
import { SEMINAR } from '@kontor/contract/sliders/kinds'
import type { DayPlaces, sliderPlaces } from '@kontor/contract/sliders/places'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../../context.ts'
import { officeToday } from '../../../lib/database/office-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, invalidField, orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { requireRecord } from '../../../lib/resources/records.ts'
import { writeHistory } from '../../../lib/resources/write-history.ts'
import '../../partners/table.ts'
import { requireUserOf } from '../../users/table.ts'
import { countOfDay, publishSlider, sharesCategory } from '../table.ts'

/** The days of a Seminar, also past ones. Throws 404. */
export async function listDays(db: Kysely<Schema>, slider_id: number): Promise<DayPlaces[]> {
  await requireRecord(db, 'sliders', slider_id)
  return db
    .selectFrom('slider_dates')
    .select(['day', 'places', countOfDay(false).as('taken'), countOfDay(true).as('waiting')])
    .where('slider_id', '=', slider_id)
    .orderBy('day')
    .execute()
}

/** A partner and the user who chooses its days. */
interface Who {
  partner_id: number
  user_id: number
}

/** The days that it wants, and those that were chosen when it opened the form, if known. */
export interface DayChoice {
  dates: readonly string[]
  before?: readonly string[] | undefined
}

/** A partner that moved up, and the enqueued message to it. */
export interface Move {
  partner_id: number
  push_id: number
}

/**
 * Replaces the future days of a Seminar that a partner has chosen; no days withdraw the sign-up. Past days are not
 * changed. A day whose places are taken is waited for; places that become free go to who waits longest. Throws 422 at
 * `dates` for a day that is not offered, unless it was chosen earlier, and 409 when neither the days of `before` nor the
 * wanted ones are chosen now. The slider must be locked. Returns who moved up, of {@link moveUp}.
 */
export async function chooseDays(
  tx: Kysely<Schema>,
  push: AppContext['push'],
  slider_id: number,
  who: Who,
  { dates: wanted, before }: DayChoice,
): Promise<Move[]> {
  const id = await lockSignUp(tx, slider_id, who, wanted.length > 0)
  if (id === undefined) return []
  const now = await officeToday(tx)
  await lockDays(tx, slider_id)
  const chosen = tx.selectFrom('slider_registration_days').where('slider_registration_id', '=', id)
  const had = new Set((await chosen.select('day').execute()).map(({ day }) => day))
  const future = (all: Iterable<string>) =>
    [...all]
      .filter((day) => day >= now)
      .sort()
      .join()
  if (before && ![before, wanted].some((some) => future(some) === future(had)))
    throw new HttpError('validation.dates_changed')
  await tx
    .deleteFrom('slider_registration_days')
    .where('slider_registration_id', '=', id)
    .where('day', '>=', now)
    .where(sql<boolean>`NOT day = ANY(${wanted}::date[])`)
    .execute()
  // Before days are added: partners that could not come when a place became free may be able to now.
  const moved = await moveUp(tx, push, slider_id)
  const days = await listDays(tx, slider_id)
  const open = new Map(days.filter(({ day }) => day >= now).map((one) => [one.day, one]))
  if (wanted.some((day) => !open.has(day) && !had.has(day)))
    throw invalidField('dates', 'validation.date_unavailable')
  const added = wanted
    .filter((day) => !had.has(day))
    .map((day) => ({ slider_registration_id: id, day, is_waiting: isFull(open.get(day)) }))
  if (added.length > 0) await tx.insertInto('slider_registration_days').values(added).execute()
  const isEmpty = wanted.length === 0 && ![...had].some((day) => day < now)
  if (isEmpty) await tx.deleteFrom('slider_registrations').where('id', '=', id).execute()
  return moved
}

/**
 * Locks the sign-up of a partner and returns its id: made, and its user changed, only where days are chosen; undefined
 * where there is none to withdraw.
 */
async function lockSignUp(
  tx: Kysely<Schema>,
  slider_id: number,
  { partner_id, user_id }: Who,
  choosesDays: boolean,
) {
  const updated_at = sql<string>`now()`
  if (choosesDays) {
    const { id } = await tx
      .insertInto('slider_registrations')
      .values({ slider_id, partner_id, user_id })
      .onConflict((conflict) =>
        conflict.constraint('slider_registrations_once').doUpdateSet({ user_id, updated_at }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const own = tx.updateTable('slider_registrations').set({ updated_at }).where('slider_id', '=', slider_id)
  return (await own.where('partner_id', '=', partner_id).returning('id').executeTakeFirst())?.id
}

const isFull = (day: DayPlaces | undefined) =>
  day !== undefined && day.places !== null && day.taken >= day.places

/** Locks the days of a Seminar until the end of the transaction: two never get the same last place. */
const lockDays = (tx: Kysely<Schema>, slider_id: number) =>
  tx
    .selectFrom('slider_dates')
    .select('day')
    .where('slider_id', '=', slider_id)
    .orderBy('day')
    .forUpdate()
    .execute()

/**
 * Gives the free places of future days to who waits longest, of the partners that are active and may see the slider;
 * where there is no limit nobody waits. The days must be locked, or the whole slider. Returns them, for {@link publishMoves}.
 */
export async function moveUp(
  tx: Kysely<Schema>,
  push: AppContext['push'],
  sliderId: number,
): Promise<Move[]> {
  const { rows } = await sql<{
    partner_id: number
    /** Null when the user has left the partner or is inactive. */
    user_id: number | null
    day: string
    name: string
  }>`WITH queue AS (
    SELECT chosen.slider_registration_id, chosen.day,
      row_number() OVER (PARTITION BY chosen.day, can_come ORDER BY chosen.chosen_at, chosen.slider_registration_id)
        AS position, can_come,
      slider_dates.places - ${countOfDay(false)} AS free, slider_dates.places
    FROM slider_registration_days AS chosen
    JOIN slider_registrations ON slider_registrations.id = chosen.slider_registration_id
    JOIN slider_dates ON slider_dates.slider_id = slider_registrations.slider_id AND slider_dates.day = chosen.day
    JOIN sliders ON sliders.id = slider_registrations.slider_id
    JOIN partners ON partners.id = slider_registrations.partner_id
    CROSS JOIN LATERAL (SELECT partners.is_active AND ${sharesCategory(sql.ref('partners.id'))} AS can_come) AS partner
    WHERE slider_registrations.slider_id = ${sliderId} AND chosen.is_waiting AND chosen.day >= ${await officeToday(tx)}
  ), moved AS (
    UPDATE slider_registration_days AS chosen SET is_waiting = false FROM queue
    WHERE chosen.slider_registration_id = queue.slider_registration_id AND chosen.day = queue.day
      AND (queue.places IS NULL OR can_come AND queue.position <= queue.free)
    RETURNING chosen.slider_registration_id, chosen.day, can_come
  ) SELECT slider_registrations.partner_id, users.id AS user_id, day, sliders.name FROM moved
    JOIN slider_registrations ON slider_registrations.id = slider_registration_id
    JOIN sliders ON sliders.id = slider_id
    LEFT JOIN users ON users.id = user_id AND users.is_active AND users.partner_id = slider_registrations.partner_id
    WHERE can_come ORDER BY moved.day, slider_registrations.user_id`.execute(tx)
  const moved: Move[] = []
  for (const { partner_id, user_id, day, name } of rows) {
    const textIn = (locale: Locale) => `${shortened(name, MAX_NAME)}, ${dayInDigits(day, locale)}`
    const text = { cnr: textIn('cnr'), en: textIn('en') }
    const to = user_id === null ? { partnerIds: [partner_id] } : { userIds: [user_id] }
    const push_id = await push.enqueue(tx, { title: GIVEN, text, link: `/app/sliders/${sliderId}`, to })
    moved.push({ partner_id, push_id })
  }
  return moved
}

/** Publishes the messages of {@link moveUp}. Of a transaction only further publishing may follow. */
export async function publishMoves(tx: Kysely<Schema>, push: AppContext['push'], moved: readonly Move[]) {
  for (const { push_id } of moved) await push.publish(tx, push_id)
}

const GIVEN = { cnr: 'Dobili ste mjesto na seminaru', en: 'You have a place at the seminar' }
/** Characters of a name in a push message. */
const MAX_NAME = 120

/** Locks an active Seminar. Throws 404. */
async function lockSeminar(tx: Transaction<Schema>, id: number) {
  const slider = tx.selectFrom('sliders').select('name').where('id', '=', id).where('type', '=', SEMINAR)
  return orNotFound(await slider.where('is_active', '=', true).forShare().executeTakeFirst())
}

/** Sets the places of a day. Throws 404 for another slider, and 422 when the slider is not on that day. */
export const setPlaces = (
  db: Kysely<Schema>,
  push: AppContext['push'],
  id: number,
  { day, places }: HandlerCall<typeof sliderPlaces.setPlaces>['body'],
) =>
  inTransaction(db, async (tx) => {
    const { name } = await lockSeminar(tx, id)
    await lockDays(tx, id)
    const before = (await listDays(tx, id)).find((one) => one.day === day)
    if (!before) throw invalidField('day', 'validation.date_unavailable')
    if (before.places === places) return listDays(tx, id)
    const one = tx.updateTable('slider_dates').set({ places }).where('slider_id', '=', id)
    await one.where('day', '=', day).execute()
    const textOf = (value: number | null) => (value === null ? null : `${day}: ${value}`)
    await writeHistory(tx, 'sliders', { id, name }, { places: [textOf(before.places), textOf(places)] })
    const moved = await moveUp(tx, push, id)
    const days = await listDays(tx, id)
    await publishMoves(tx, push, moved)
    await publishSlider(tx, id)
    return days
  })

/**
 * Signs a partner up, as one of its active users, or off for the office. Throws 404 for another slider, and 422 for a
 * user of another partner, or as {@link chooseDays}.
 */
export const signUp = (
  db: Kysely<Schema>,
  push: AppContext['push'],
  id: number,
  { partner_id, user_id, ...choice }: HandlerCall<typeof sliderPlaces.signUp>['body'],
) =>
  inTransaction(db, async (tx) => {
    const { name } = await lockSeminar(tx, id)
    const partner = tx.selectFrom('partners').select('name').where('id', '=', partner_id)
    const { name: partnerName } = orNotFound(await partner.executeTakeFirst())
    if (choice.dates.length > 0) await requireUserOf(tx, partner_id, user_id)
    const before = await chosenText(tx, id, partner_id)
    const moved = await chooseDays(tx, push, id, { partner_id, user_id }, choice)
    const after = await chosenText(tx, id, partner_id)
    const textOf = (days: string | null) => days && `${partnerName}: ${days}`
    if (before !== after)
      await writeHistory(tx, 'sliders', { id, name }, { registrations: [textOf(before), textOf(after)] })
    const days = await listDays(tx, id)
    await publishMoves(tx, push, moved)
    await publishSlider(tx, id)
    return days
  })

async function chosenText(tx: Transaction<Schema>, slider_id: number, partner_id: number) {
  const { rows } = await sql<{ days: string | null }>`
    SELECT string_agg(day::text, ', ' ORDER BY day) AS days
    FROM slider_registration_days JOIN slider_registrations ON slider_registrations.id = slider_registration_id
    WHERE slider_id = ${slider_id} AND partner_id = ${partner_id}`.execute(tx)
  return rows[0]?.days ?? null
}
