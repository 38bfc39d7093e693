import { MAX_ID } from '@kontor/contract/lib/fields/fields'
import { type Role, roles } from '@kontor/contract/lib/http/about'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { type Insertable, type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import { hashPassword } from '../src/lib/auth/password.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import '../src/features.ts'

// Each makeX(db, overrides) inserts a valid record with its references, and returns its row.

let count = 0
const next = () => (count += 1)

/** An id that no record has. */
export const UNKNOWN_ID = MAX_ID

/** The password of all users made here. */
export const PASSWORD = 'lozinka'
const passwordHash = hashPassword(PASSWORD)

export const makeCountry = (db: Kysely<Schema>, values: Partial<Insertable<Schema['countries']>> = {}) =>
  db
    .insertInto('countries')
    .values({ name: `Država ${next()}`, post_code: null, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

export const makeCity = async (db: Kysely<Schema>, values: Partial<Insertable<Schema['cities']>> = {}) =>
  db
    .insertInto('cities')
    .values({
      name: `Grad ${next()}`,
      country_id: values.country_id ?? (await makeCountry(db)).id,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const makeCategory = (db: Kysely<Schema>, values: Partial<Insertable<Schema['categories']>> = {}) =>
  db
    .insertInto('categories')
    .values({ name: `Kategorija ${next()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

export async function makePartner(
  db: Kysely<Schema>,
  {
    category_ids = [],
    ...values
  }: Partial<Insertable<Schema['partners']>> & { category_ids?: readonly number[] } = {},
) {
  const partner = await db
    .insertInto('partners')
    .values({
      id: 100_000 + next(),
      name: `Partner ${next()}`,
      city_id: null,
      phone: null,
      haynes_pro_username: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addCategories(db, partner.id, category_ids)
  return partner
}

/** Gives a partner, or the partner of a user, these categories as well. */
export async function addCategories(
  db: Kysely<Schema>,
  partner_id: number | null,
  category_ids: readonly number[],
) {
  const links = category_ids.map((category_id) => ({ partner_id: partner_id ?? 0, category_id }))
  if (links.length > 0) await db.insertInto('partner_categories').values(links).execute()
}

export async function makeUser(
  db: Kysely<Schema>,
  { partner, ...values }: Partial<Insertable<Schema['users']>> & { partner?: boolean } = {},
) {
  const partner_id = values.partner_id ?? (partner ? (await makePartner(db)).id : null)
  return db
    .insertInto('users')
    .values({
      name: `Korisnik ${next()}`,
      username: `korisnik${next()}`,
      password_hash: await passwordHash,
      ...(partner_id === null && { role: 'user_admin' as const }),
      ...values,
      partner_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Grants and revokes permissions of a role, compared with what it has by itself. It holds for all users of the role. */
export const changeRole = (
  db: Kysely<Schema>,
  role: Role,
  { granted = [], revoked = [] }: { granted?: Permission[]; revoked?: Permission[] },
) =>
  db
    .insertInto('roles')
    .values({ id: roles.indexOf(role) + 1, role, name: role, given: granted, taken: revoked, version: 1 })
    .onConflict((conflict) => conflict.column('role').doUpdateSet({ given: granted, taken: revoked }))
    .execute()

/** A user of the staff whose role lacks some permissions. */
export async function makeUserWithout(
  db: Kysely<Schema>,
  revoked: Permission[],
  role: Role = 'user_engineer',
) {
  await changeRole(db, role, { revoked })
  return makeUser(db, { role })
}

export const makeProduct = (db: Kysely<Schema>, values: Partial<Insertable<Schema['products']>> = {}) =>
  db
    .insertInto('products')
    .values({
      erp_code: `ART-${next()}`,
      name: `Proizvod ${next()}`,
      description: null,
      price: '10',
      quantity: 1,
      image: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const makeStore = async (db: Kysely<Schema>, values: Partial<Insertable<Schema['stores']>> = {}) =>
  db
    .insertInto('stores')
    .values({
      name: `Prodavnica ${next()}`,
      address: `Ulica ${next()}`,
      city_id: values.city_id ?? (await makeCity(db)).id,
      latitude: '42.44',
      longitude: '19.26',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const makeStoreContact = async (
  db: Kysely<Schema>,
  values: Partial<Insertable<Schema['store_contacts']>> = {},
) =>
  db
    .insertInto('store_contacts')
    .values({ phone: '+382 20 123 456', store_id: values.store_id ?? (await makeStore(db)).id, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A partner's phone with this FCM token. */
export const makeDevice = async (
  db: Kysely<Schema>,
  values: Partial<Insertable<Schema['user_firebase_tokens']>> = {},
) =>
  db
    .insertInto('user_firebase_tokens')
    .values({
      user_id: values.user_id ?? (await makeUser(db, { partner: true })).id,
      platform: 'android',
      token: `uredjaj-${next()}`,
      p256dh: null,
      auth: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A visible Slika in a new category unless one is given; the fields of other types make it one of those. */
export async function makeSlider(
  db: Kysely<Schema>,
  { category_id, dates = [], ...values }: SliderValues = {},
) {
  const slider = await db
    .insertInto('sliders')
    .values({ name: `Slajder ${next()}`, type: 1, image: `${'a'.repeat(22)}.jpg`, ...NO_FIELDS, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
  const link = { slider_id: slider.id, category_id: category_id ?? (await makeCategory(db)).id }
  await db.insertInto('slider_categories').values(link).execute()
  const days = dates.map((day) => ({ slider_id: slider.id, day }))
  if (days.length > 0) await db.insertInto('slider_dates').values(days).execute()
  return slider
}
type SliderValues = Partial<Insertable<Schema['sliders']>> & { category_id?: number; dates?: string[] }
const NO_FIELDS = {
  wyswygimg: null,
  page_content: null,
  notification_text: null,
  url: null,
  welcome_message: null,
  product_id: null,
}

/** Deactivates a record that is in use, as in data from before the rules. */
export const deactivateInUse = (
  db: Kysely<Schema>,
  table: 'countries' | 'cities' | 'categories' | 'products',
  id: number | null,
) =>
  db.transaction().execute(async (tx) => {
    await sql`SET LOCAL kontor.rules = 'off'`.execute(tx)
    await sql`UPDATE ${sql.table(table)} SET is_active = false WHERE id = ${id}`.execute(tx)
  })

/** A small valid picture. */
export async function makePicture(format: 'jpeg' | 'png' = 'jpeg', size = 32) {
  const picture = sharp({ create: { width: size, height: size, channels: 3, background: '#1b5fb1' } })
  const bytes = await picture.toFormat(format).toBuffer()
  return new File([new Uint8Array(bytes)], `slika.${format === 'jpeg' ? 'jpg' : 'png'}`, {
    type: `image/${format}`,
  })
}
