import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { killable, killedAt, restarted } from '../../../../test/kill.ts'
import { makeCategory, makeUser } from '../../../../test/make.ts'
import { makeCampaign } from '../../../../test/make-campaign.ts'
import { makeBook } from '../../../../test/odd-files.ts'
import type { Schema } from '../../../lib/database/schema.ts'

const { place, db, close } = await killable()
const sheet = join(place.dataDir, 'cash.xlsx')

const { id: userId } = await makeUser(db)
const category = await makeCategory(db)
await sql`INSERT INTO partners (id, name) SELECT i, 'Servis ' || i FROM generate_series(5001, 6900) AS i`.execute(
  db,
)
await sql`INSERT INTO partner_categories (partner_id, category_id)
  SELECT i, ${category.id}::int FROM generate_series(5001, 6900) AS i`.execute(db)
const { id: campaignId } = await makeCampaign(db, { category_ids: [category.id] })
await sql`INSERT INTO campaign_partners (campaign_id, partner_id, cash)
  SELECT ${campaignId}::int, i, 1 FROM generate_series(5001, 5700) AS i`.execute(db)
await close()
const rows = Array.from({ length: 1900 }, (_, i) => [5001 + i, '7%'])
await writeFile(sheet, makeBook([['Šifra', 'Cash'], ...rows], 'xlsx'))

/** Numbers of the campaign's partners, of those with the new cash, and of rows stored for the undo. */
const state = (db: Kysely<Schema>) =>
  db
    .selectNoFrom(({ selectFrom, fn }) => {
      const partners = selectFrom('campaign_partners').select(fn.countAll<number>().as('n'))
      return [
        partners.as('partners'),
        partners.where('cash', '=', '7').where('cash_percent', '=', true).as('changed'),
        selectFrom('import_rows').select(fn.countAll<number>().as('n')).as('kept'),
        selectFrom('imports').select(fn.countAll<number>().as('n')).as('imports'),
      ]
    })
    .executeTakeFirstOrThrow()

const NONE = { partners: 700, changed: 0, kept: 0, imports: 0 }
const ALL = { partners: 1900, changed: 1900, kept: 1900, imports: 1 }

const moments = [6, 11, 16, 40]
const importing = { place, work: 'cash', file: sheet, userId, campaignId } as const

test.each(moments)(
  'a sheet of cash whose process is killed after statement %i has changed nothing',
  async (statements) => {
    expect(await killedAt({ ...importing, statements })).toBe(true)
    expect(await restarted(place, state)).toEqual(NONE)
  },
)

test('a sheet of cash is written completely by sending it again', async () => {
  expect(await killedAt({ ...importing, statements: 1000 })).toBe(false)
  expect(await restarted(place, state)).toEqual(ALL)
})
