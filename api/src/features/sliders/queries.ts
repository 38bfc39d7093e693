import { sliderList } from '@kontor/contract/sliders'
import { sliderFields } from '@kontor/contract/sliders/form'
import { PROMOTION, SEMINAR, type SliderType } from '@kontor/contract/sliders/kinds'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import { officeToday, requireFuture } from '../../lib/database/office-time.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { invalidField, orNotFound } from '../../lib/http/http-error.ts'
import { type IdempotentCall, withIdempotencyKey } from '../../lib/http/idempotency.ts'
import type { Upload } from '../../lib/http/multipart.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { columnSources, referredTables, selectRecords } from '../../lib/resources/field-columns.ts'
import { replaceLinks } from '../../lib/resources/links.ts'
import { namesOf, recordRefsOf } from '../../lib/resources/record-refs.ts'
import { createRecord, getRow, toggleRecord, updateRecord } from '../../lib/resources/records.ts'
import { storePicture } from '../../lib/storage/images.ts'
import { type FileStore, withFiles } from '../../lib/storage/storage.ts'
import '../products/table.ts'
import { type Pictures, storeExtraPicture } from './pictures/queries.ts'
import { moveUp, publishMoves } from './places/queries.ts'
import { datesOf, isPushed, requireSend, type SliderDraft, sliderColumns, wantsPush } from './rules.ts'
import { type Outbox, publishWhenShown } from './schedule/queries.ts'
import { publishSlider, stateNow } from './table.ts'

const CATEGORIES = { table: 'slider_categories', owner: 'slider_id' }

const inCategories = sql`FROM slider_categories JOIN categories ON categories.id = category_id
  WHERE slider_id = sliders.id`
const categoryNames = namesOf('categories', inCategories)
const dates = sql<string[]>`coalesce((
  SELECT json_agg(day ORDER BY day) FROM slider_dates WHERE slider_id = sliders.id), '[]')`
const product = sql<{ id: number; erp_code: string; name: string; is_active: boolean } | null>`CASE
  WHEN products.id IS NOT NULL THEN json_build_object('id', products.id, 'erp_code', products.erp_code,
    'name', products.name, 'is_active', products.is_active) END`
const registrations = sql<number>`(SELECT count(*) FROM slider_registrations WHERE slider_id = sliders.id)`
const orders = sql<number>`(SELECT count(*) FROM slider_orders WHERE slider_id = sliders.id)`

const ofActive = (value: RawBuilder<unknown>) => sql`CASE WHEN sliders.is_active THEN ${value} END`
const sliderColumn = <Value>(name: string) => sql.ref<Value>(`sliders.${name}`)

export const sliderSource = listSource({
  definition: sliderList,
  id: sql.ref('sliders.id'),
  columns: {
    updated_at: column('sliders', 'updated_at'),
    ...columnSources('sliders', sliderFields, ['name']),
    category_names: { value: categoryNames },
    type: column('sliders', 'type'),
    answers: {
      value: sql`CASE type WHEN ${PROMOTION} THEN ${orders} WHEN ${SEMINAR} THEN ${registrations} END`,
    },
    // A deactivated slider is neither visible nor hidden in filters; files show the state that it would have.
    state: { value: ofActive(stateNow), exported: stateNow },
    position: column('sliders', 'position'),
    visible_from: column('sliders', 'visible_from'),
    visible_until: column('sliders', 'visible_until'),
    is_visible: { value: ofActive(sliderColumn('is_visible')), exported: sliderColumn('is_visible') },
    is_active: column('sliders', 'is_active'),
  },
  filters: {
    answered: {
      value: sql.ref('answers.created_at'),
      anyOf: (which) => sql`sliders.id IN (SELECT slider_id FROM slider_orders AS answers WHERE ${which}
        UNION ALL SELECT slider_id FROM slider_registrations AS answers WHERE ${which})`,
    },
  },
  tables: [
    'sliders',
    ...(['slider_categories', 'categories', 'slider_orders', 'slider_registrations'] as const),
    ...referredTables(sliderFields),
  ],
  rows: (db) =>
    selectRecords(db, 'sliders', sliderFields)
      .leftJoin('products', 'products.id', 'sliders.product_id')
      .select([
        sliderColumn<SliderType>('type').as('type'),
        sliderColumn<boolean>('is_visible').as('is_visible'),
      ])
      .select([
        sliderColumn<string>('image').as('image'),
        sliderColumn<string | null>('wyswygimg').as('wyswygimg'),
      ])
      .select(sliderColumn<string | null>('page_content').as('page_content_details'))
      .select([sliderColumn<number | null>('product_id').as('product_id'), product.as('product')])
      .select([dates.as('available_dates'), stateNow.as('state')])
      .select([recordRefsOf('categories', inCategories).as('categories'), categoryNames.as('category_names')])
      .select([registrations.as('registrations'), orders.as('orders')])
      .select(sliderColumn<number | null>('position').as('position'))
      .select(sliderColumn<string | null>('visible_from').as('visible_from'))
      .select(sliderColumn<string | null>('visible_until').as('visible_until'))
      .select(sliderColumn<boolean>('is_push_due').as('push_notification')),
})

export const getSlider = (db: Kysely<Schema>, id: number) => getRow(db, sliderSource, id)

type Push = AppContext['push']

/** The parsed form or JSON; pictures are passed separately. */
interface Form extends SliderDraft {
  categories?: number[] | undefined
  remove?: boolean | undefined
  version?: number | undefined
}

/** What writing a slider needs. */
interface Writing {
  db: Kysely<Schema>
  pictures: FileStore
  push: Push
}

export async function createSlider(
  { db, pictures, push }: Writing,
  { form, files }: { form: Form; files: Pictures & { image: Upload } },
  idempotency: IdempotentCall | undefined,
) {
  const saved = await withFiles(pictures, async (pictureFiles) => {
    const image = await storePicture(pictureFiles, files.image, 'image')
    const columns = {
      ...(await sliderColumns(form)),
      ...(await storeExtraPicture(pictureFiles, form, files)),
      image,
    }
    return withIdempotencyKey(db, idempotency, async (tx) => {
      await requireFree(tx, columns.product_id)
      await requireFuture(tx, 'visible_until', form.visible_until)
      const { id } = await createRecord(tx, 'sliders', sliderSource, columns)
      await replaceLinks(tx, CATEGORIES, id, form.categories ?? [])
      await replaceDates(tx, id, datesOf(form))
      const push_id = await publishWhenShown(tx, push, id, isPushed(form))
      await publishSlider(tx, id)
      return { id, push_id }
    })
  })
  return push.outcome(saved.push_id, () => getSlider(db, saved.id))
}

/**
 * Changes a slider. Past days may remain, but none may be added. Who waited for a day that comes back without a limit
 * moves up. Without pictures the stored ones are not changed.
 */
export async function updateSlider(
  { db, pictures, push }: Writing,
  user: CurrentUser,
  id: number,
  { form, files }: { form: Form; files: Pictures },
  idempotency: IdempotentCall | undefined,
) {
  const saved = await withFiles(pictures, async (pictureFiles) => {
    const image = files.image ? { image: await storePicture(pictureFiles, files.image, 'image') } : {}
    const columns = {
      ...(await sliderColumns(form)),
      ...(await storeExtraPicture(pictureFiles, form, files)),
      ...image,
    }
    return withIdempotencyKey(db, idempotency, async (tx) => {
      const before = await lockSlider(tx, id)
      requireSend(user, form, before)
      await requireFree(tx, columns.product_id)
      const { visible_until } = form
      if (visible_until && Date.parse(visible_until) !== Date.parse(before.visible_until ?? ''))
        await requireFuture(tx, 'visible_until', visible_until)
      if (isPushed(form) && !before.is_push_due && !(before.is_active && before.is_visible))
        throw invalidField('push_notification', 'validation.slider_hidden')
      await updateRecord(tx, 'sliders', sliderSource, id, { ...columns, version: form.version })
      await replaceLinks(tx, CATEGORIES, id, form.categories ?? [])
      await replaceDates(tx, id, datesOf(form))
      const moved = await moveUp(tx, push, id)
      const push_id = await publishWhenShown(tx, push, id, wantsPush(form))
      await publishMoves(tx, push, moved)
      await publishSlider(tx, id)
      return { id, push_id }
    })
  })
  return push.outcome(saved.push_id, () => getSlider(db, saved.id))
}

const lockSlider = async (tx: Transaction<Schema>, id: number) =>
  orNotFound(
    await tx
      .selectFrom('sliders')
      .select(['product_id', 'is_active', 'is_visible', 'visible_until', 'version'])
      .select(['is_push_due', 'notification_text'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

async function replaceDates(tx: Transaction<Schema>, slider_id: number, wanted: readonly string[]) {
  const currentDays = tx.selectFrom('slider_dates').select('day').where('slider_id', '=', slider_id)
  const had = new Set((await currentDays.execute()).map(({ day }) => day))
  const added = wanted.filter((day) => !had.has(day))
  const today = await officeToday(tx)
  if (added.some((day) => day < today)) throw invalidField('dates', 'validation.past_date')
  const dropped = [...had].filter((day) => !wanted.includes(day))
  if (dropped.length > 0) {
    const gone = tx.deleteFrom('slider_dates').where('slider_id', '=', slider_id)
    await gone.where('day', 'in', dropped).execute()
  }
  const days = added.map((day) => ({ slider_id, day }))
  if (days.length > 0) await tx.insertInto('slider_dates').values(days).execute()
}

export const toggleSlider = (db: Kysely<Schema>, push: Outbox, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireFree(tx, (await lockSlider(tx, id)).product_id)
    const slider = await toggleRecord(tx, 'sliders', id, target)
    if (slider.isChanged) {
      await publishWhenShown(tx, push, id)
      await publishSlider(tx, id)
    }
    return slider
  })

/** Shows or hides a slider: the requested state, or the opposite of the current one. */
export const setSliderVisibility = (
  db: Kysely<Schema>,
  push: Outbox,
  id: number,
  target: boolean | undefined,
) =>
  inTransaction(db, async (tx) => {
    const before = await lockSlider(tx, id)
    await requireFree(tx, before.product_id)
    const is_visible = target ?? !before.is_visible
    if (is_visible !== before.is_visible) {
      await tx.updateTable('sliders').set({ is_visible }).where('id', '=', id).execute()
      await publishWhenShown(tx, push, id)
      await publishSlider(tx, id)
    }
    return getSlider(tx, id)
  })

/** Throws 423 while products are imported, because the slider would reference one. */
async function requireFree(tx: Transaction<Schema>, product_id: number | null) {
  if (product_id !== null) await requireUnlocked(tx, 'products')
}

const { name: _, ...otherFields } = sliderFields
const copied = sql.join(
  ['type', 'image', 'wyswygimg', 'product_id', ...Object.keys(otherFields)].map((column) => sql.ref(column)),
)

/**
 * Adds a hidden slider with the same content: without times, a place, past days and inactive categories, and without sign-ups
 * and orders. Several rows may refer to the same picture files.
 */
export const duplicateSlider = (db: Kysely<Schema>, id: number, name: string) =>
  inTransaction(db, async (tx) => {
    const { product_id } = await lockSlider(tx, id)
    await requireFree(tx, product_id)
    const {
      rows: [copy],
    } = await sql<{ id: number }>`INSERT INTO sliders (name, is_visible, ${copied})
      SELECT ${name}, false, ${copied} FROM sliders WHERE id = ${id} RETURNING id`.execute(tx)
    const made = orNotFound(copy)
    await sql`INSERT INTO slider_categories (slider_id, category_id)
      SELECT ${made.id}, category_id FROM slider_categories JOIN categories ON categories.id = category_id
      WHERE slider_id = ${id} AND is_active`.execute(tx)
    await sql`INSERT INTO slider_dates (slider_id, day, places)
      SELECT ${made.id}, day, places FROM slider_dates WHERE slider_id = ${id} AND day >= office_day()`.execute(
      tx,
    )
    await publishSlider(tx, made.id)
    return getSlider(tx, made.id)
  })
