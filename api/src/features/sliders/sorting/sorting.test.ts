import { sliders } from '@kontor/contract/sliders'
import { portalSliders } from '@kontor/contract/sliders/portal'
import { MAX_PLACED, sliderSorting } from '@kontor/contract/sliders/sorting'
import { beforeEach, describe, expect, test } from 'vitest'
import { at, startApp } from '../../../../test/app.ts'
import { addCategories, makeCategory, makeSlider } from '../../../../test/make.ts'
import { readRows } from '../../../../test/sheets.ts'

const { db, call, inject, partner, partnerUser, staff, staffUser } = await startApp()
const category = await makeCategory(db)
await addCategories(db, partnerUser.partner_id, [category.id])

/** Four sliders that the partner sees, from A, changed last, to D. */
async function makeFour() {
  const made = []
  for (const [index, name] of ['A', 'B', 'C', 'D'].entries()) {
    const updated_at = `2026-05-0${9 - index}T10:00:00Z`
    made.push((await makeSlider(db, { name, category_id: category.id, updated_at })).id)
  }
  return made as [number, number, number, number]
}
let a = 0
let b = 0
let c = 0
let d = 0
beforeEach(async () => {
  await db.updateTable('sliders').set({ is_active: false, position: null }).execute()
  ;[a, b, c, d] = await makeFour()
})

const saves = (ids: number[]) => call(sliderSorting.save, { body: { ids } })
const seen = async () => (await call(portalSliders.index, {}, partner)).body.map(({ name }) => name).join('')
const places = async () => {
  const rows = db.selectFrom('sliders').select(['id', 'position']).where('position', 'is not', null)
  return (await rows.orderBy('position').execute()).map(({ id, position }) => [id, position])
}
const stored = (id: number) =>
  db
    .selectFrom('sliders')
    .select(['position', 'version', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
const count = async (table: 'history' | 'events') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

describe('an order of sliders', () => {
  test('with sliders that do not exist, are inactive or repeated is rejected, and changes nothing', async () => {
    await saves([b])
    await call(sliders.toggle, { ...at(d), body: { is_active: false } })
    const before = [await places(), await count('history'), await count('events')]
    for (const [ids, key] of [
      [[a, 2_000_000_000], 'validation.not_found'],
      [[a, d], 'validation.inactive'],
      [[a, b, a], 'validation.twice'],
      [Array.from({ length: MAX_PLACED + 1 }, (_, index) => index + 1), 'validation.too_many'],
    ] as const) {
      const { status, body } = await saves([...ids])
      expect([status, body.errors]).toEqual([422, { ids: [key] }])
    }
    const { status } = await inject({
      method: 'PUT',
      url: '/api/sliders/order',
      payload: {},
      headers: { authorization: `Bearer ${staff}` },
    })
    expect(status).toBe(422)
    expect([await places(), await count('history'), await count('events')]).toEqual(before)
  })

  test('is what partners see: those with a place, then the others by their last change', async () => {
    expect(await seen()).toBe('ABCD')
    const { status, body } = await saves([d, b])
    expect([status, body.map(({ name, position, automatic }) => [name, position, automatic])]).toEqual([
      200,
      [
        ['D', 1, 4],
        ['B', 2, 2],
        ['A', null, 1],
        ['C', null, 3],
      ],
    ])
    expect((await call(sliderSorting.index, {})).body).toEqual(body)
    expect(await seen()).toBe('DBAC')
    await saves([c])
    expect([await seen(), await places()]).toEqual(['CABD', [[c, 1]]])
    await saves([])
    expect([await seen(), await places()]).toEqual(['ABCD', []])
  })

  test('keeps an inactive slider’s place until it is saved again, and lists hidden ones', async () => {
    await saves([d, b])
    await call(sliders.toggle, { ...at(d), body: { is_active: false } })
    await call(sliders.setVisibility, { ...at(c), body: { is_visible: false } })
    expect(await seen()).toBe('BA')
    expect((await call(sliderSorting.index, {})).body.map(({ name, state }) => [name, state])).toEqual([
      ['B', 'visible'],
      ['C', 'hidden'],
      ['A', 'visible'],
    ])
    await call(sliders.toggle, { ...at(d), body: { is_active: true } })
    expect((await seen()).slice(0, 2)).toBe('DB')
    await call(sliders.toggle, { ...at(d), body: { is_active: false } })
    await saves([b])
    expect(await places()).toEqual([[b, 1]])
  })

  test('is in the history of each slider whose place has changed, and published once', async () => {
    await saves([a, b, c])
    const entries = await count('history')
    const events = await count('events')
    await saves([b, a, c])
    const changes = db
      .selectFrom('history')
      .select(['record_id', 'user_id', 'changes'])
      .orderBy('id', 'desc')
      .limit((await count('history')) - entries)
    const rows = (await changes.execute()).toSorted(
      (one, other) => Number(one.record_id) - Number(other.record_id),
    )
    expect(rows).toEqual([
      { record_id: a, user_id: staffUser.id, changes: { position: [1, 2] } },
      { record_id: b, user_id: staffUser.id, changes: { position: [2, 1] } },
    ])
    const published = db
      .selectFrom('events')
      .select(['type', 'to_partners', 'permission'])
      .orderBy('id', 'desc')
    expect(await published.limit((await count('events')) - events).execute()).toEqual([
      { type: 'sliders', to_partners: true, permission: null },
      { type: 'sliders', to_partners: false, permission: 'sliders.see' },
    ])
  })

  test('that is saved again changes nothing, and none makes a new version of a slider', async () => {
    const before = await stored(a)
    await saves([b, a])
    const entries = await count('history')
    const events = await count('events')
    expect((await saves([b, a])).status).toBe(200)
    expect([await count('history'), await count('events')]).toEqual([entries, events])
    expect(await stored(a)).toEqual({ ...before, position: 2 })
  })

  test('of two editors at once is that of one of them, whole', async () => {
    const orders = [[a, b], [c, d, a], [d], [b, c, a, d], []]
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(orders.map((ids) => saves(ids)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const now = await places()
      expect(now.map(([, position]) => position)).toEqual(now.map((_, index) => index + 1))
      expect(orders).toContainEqual(now.map(([id]) => id))
    }
  })

  test('is not copied to a duplicate, and stays when the slider is saved', async () => {
    await saves([b, a])
    const copy = await call(sliders.duplicate, { ...at(b), body: { name: 'Kopija' } })
    expect([copy.status, copy.body.position]).toEqual([200, null])
    const saved = await call(sliders.patch, { ...at(a), body: { name: 'Novi naziv' } as never })
    expect([saved.status, saved.body.position]).toEqual([200, 2])
  })

  test('is a column of the list: filtered, sorted and exported', async () => {
    await saves([d, b])
    const found = await call(sliders.index, {
      body: { filters: { position: '1..2' }, options: { sortBy: ['position'], sortDesc: [true] } },
    })
    expect(found.body.result.map(({ name, position }) => [name, position])).toEqual([
      ['B', 2],
      ['D', 1],
    ])
    const file = await call(sliders.index, {
      body: {
        filters: { position: '1' },
        show_only_active: true,
        report_data: { name: 'slajderi', format: 'xlsx', columns: ['name', 'position'] },
      },
    })
    expect(await readRows(file.bytes)).toEqual([
      ['Naziv', 'Mjesto'],
      ['D', 1],
    ])
  })
})
