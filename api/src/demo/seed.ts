import { LEAST_ROLE } from '@kontor/contract/lib/http/about'
import { partnerFields } from '@kontor/contract/partners/fields'
import { type Kysely, sql, type Transaction } from 'kysely'
import '../features/partners/table.ts'
import { hashPassword } from '../lib/auth/password.ts'
import { newToken } from '../lib/auth/tokens.ts'
import { portions } from '../lib/database/batch-size.ts'
import type { Schema } from '../lib/database/schema.ts'
import { inTransaction } from '../lib/database/transaction.ts'
import { withoutHistory } from '../lib/database/triggers.ts'
import { inputColumns } from '../lib/resources/field-columns.ts'
import type { StorageLocation } from '../lib/storage/settings.ts'
import { openFileStore } from '../lib/storage/storage.ts'
import { demoBanners } from './banners.ts'
import { demoCategories, demoProducts } from './catalogue.ts'
import { DEMO_LOGIN, DEMO_PARTNER } from './logins.ts'
import { demoPartners, demoUsers } from './people.ts'
import { demoPictures } from './pictures.ts'
import { demoCities, demoCountries, demoStores } from './places.ts'
import { campaignBanners, seedCampaigns } from './seed-campaigns.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedChats } from './seed-chats.ts'
import { seedHistory } from './seed-history.ts'
import { seedMessages } from './seed-messages.ts'
import { seedRecords } from './seed-records.ts'
import { seedSentFiles, storeSentFiles } from './seed-sent-files.ts'
import { seedSliders } from './seed-sliders.ts'
import { seedSupport, storeDocuments } from './seed-support.ts'

/**
 * Fills an empty database in one transaction, so that an interrupted start begins anew. Does nothing where an account
 * exists; of two nodes one waits for the other. `also` runs in the same transaction.
 */
export async function seedDemo(
  db: Kysely<Schema>,
  location: StorageLocation,
  also: (tx: Transaction<Schema>) => Promise<unknown> = async () => undefined,
) {
  const now = new Date()
  const pictures = await demoPictures()
  const files = await storeDrawings(location, 'products', pictures)
  const banners = await demoBanners()
  const ofSliders = await storeDrawings(location, 'sliders', banners)
  const shown = [...banners].filter(([kind]) => campaignBanners.has(kind))
  const ofCampaigns = await storeDrawings(location, 'campaigns', new Map(shown))
  const documents = await storeDocuments(location)
  const sentFiles = await storeSentFiles(location, pictures)
  const password_hash = await hashPassword(DEMO_LOGIN.password)
  await inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('demo data'))`.execute(tx)
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    await withoutHistory(tx)
    await tx.insertInto('countries').values(demoCountries()).execute()
    await tx
      .insertInto('cities')
      .values(demoCities().map(({ post_code: _, ...city }) => city))
      .execute()
    await tx.insertInto('categories').values(demoCategories()).execute()
    const goods = demoProducts(now)
    for (const rows of portions(goods)) {
      const products = rows.map(({ picture, updated_at, ...product }) => ({
        ...product,
        image: files.get(picture) ?? null,
        ...timestamps(updated_at),
      }))
      await tx.insertInto('products').values(products).execute()
    }
    await seedStores(tx)
    await seedPartners(tx, now)
    await seedRecords(tx, now)
    await seedUsers(tx, password_hash)
    await seedSliders(tx, ofSliders, goods, DEMO_PARTNER.username, now)
    await seedCampaigns(tx, ofCampaigns, goods, DEMO_PARTNER.username, now)
    await seedCatalogue(tx, goods, DEMO_PARTNER.username, now)
    await seedSupport(tx, documents, DEMO_PARTNER.username, now)
    await seedMessages(tx, now)
    await seedChats(tx, DEMO_PARTNER.username, now)
    await seedSentFiles(tx, sentFiles)
    await seedHistory(tx)
    for (const table of NUMBERED) await continueIds(tx, table)
    await also(tx)
  })
}

/** Stores pictures as uploads are stored, and returns their names. */
async function storeDrawings<Kind>(location: StorageLocation, folder: string, drawn: Map<Kind, Buffer>) {
  const files = openFileStore(location, folder)
  const names = new Map<Kind, string>()
  for (const [kind, bytes] of drawn) names.set(kind, await files.save(bytes, 'jpg'))
  return names
}

async function seedStores(tx: Transaction<Schema>) {
  const stores = demoStores()
  await tx
    .insertInto('stores')
    .values(stores.map(({ contacts: _, ...store }) => store))
    .execute()
  await tx
    .insertInto('store_contacts')
    .values(stores.flatMap(({ contacts }) => contacts))
    .execute()
}

/** When a record was last changed, and when it was added: before all of its history. */
const timestamps = (updated_at: Date) => ({
  created_at: new Date(updated_at.getTime() - 430 * 86_400_000).toISOString(),
  updated_at: updated_at.toISOString(),
})

async function seedPartners(tx: Transaction<Schema>, now: Date) {
  const partners = demoPartners(now)
  for (const partner of partners) {
    const { id, is_active, updated_at } = partner
    const record = { id, is_active, ...timestamps(updated_at) }
    await tx
      .insertInto('partners')
      .values({ ...record, ...inputColumns(partnerFields, partner) })
      .execute()
  }
  const links = partners.flatMap(({ id, category_ids }) =>
    category_ids.map((category_id) => ({ partner_id: id, category_id })),
  )
  await tx.insertInto('partner_categories').values(links).execute()
}

/** The staff, some users of partners, and each partner's own user, named by its number. */
async function seedUsers(tx: Transaction<Schema>, password_hash: string) {
  const unknown = await hashPassword(newToken())
  const people = demoUsers().map(({ isInvited, ...user }) => ({
    ...user,
    ...(isInvited
      ? { password_hash: unknown, invited_at: sql<string>`now() - interval '1 day'` }
      : { password_hash, invited_at: null }),
  }))
  const partners = await tx.selectFrom('partners').select(['id', 'name', 'is_active']).execute()
  const logins = partners.map(({ id, name, is_active }) => ({
    name,
    username: String(id),
    role: LEAST_ROLE,
    partner_id: id,
    is_active,
    password_hash,
  }))
  await tx
    .insertInto('users')
    .values([...people, ...logins])
    .execute()
}

/** Tables with explicit ids, whose sequences must continue after them. */
const NUMBERED = [
  ...(['countries', 'cities', 'categories', 'products', 'stores', 'sliders', 'campaigns'] as const),
  ...(['catalogue', 'technical_support'] as const),
] as const
const continueIds = (tx: Transaction<Schema>, table: (typeof NUMBERED)[number]) =>
  sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${sql.table(table)}))`.execute(
    tx,
  )
