// Sliders that begin and end at a time, with a simulated clock, on two nodes.
import { history } from '@kontor/contract/history'
import { sliders } from '@kontor/contract/sliders'
import { portalSliders } from '@kontor/contract/sliders/portal'
import { sliderSorting } from '@kontor/contract/sliders/sorting'
import { expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { breakMessage, itIs as clock, maintenance, mendMessages, outbox } from '../../../test/clock.ts'
import {
  addCategories,
  deactivateInUse,
  makeCategory,
  makePicture,
  makeProduct,
  makeUser,
} from '../../../test/make.ts'
import { publishDueSliders } from './schedule/queries.ts'

const { db, another, anotherPool, call, partner, partnerUser, tokenWithout } = await startApp(
  {},
  { maintenance },
)
const second = await anotherPool()

const itIs = (moment: string) => clock(db, moment)
const logged: string[] = []
const log = (line: string) => void logged.push(line)
/** The periodic task of each node, on both at once. */
const aWhilePasses = () =>
  Promise.all([db, second.db, db, second.db].map((node) => publishDueSliders(node, outbox, log)))
const image = await makePicture()
const category = await makeCategory(db)
await addCategories(db, partnerUser.partner_id, [category.id])
const product = await makeProduct(db)

const eight = '2027-03-01T07:00:00.000Z'
const noon = '2027-03-01T11:00:00.000Z'
const evening = '2027-03-01T19:00:00.000Z'
const plain = { name: 'Akcija', type: '1', categories: `[${category.id}]` }
const pushed = {
  ...plain,
  type: '2',
  product_id: String(product.id),
  push_notification: '1',
  notification_text: 'Popust',
}
const create = (form: object) => call(sliders.create, { form, files: { image } } as never)
const update = (slider: { id: number }, form: object) =>
  call(sliders.update, { params: idOf(slider), form, files: {} } as never)
const one = async (slider: { id: number }) => (await call(sliders.one, { params: idOf(slider) })).body
const show = (slider: { id: number }, is_visible: boolean) =>
  call(sliders.setVisibility, { params: idOf(slider), body: { is_visible } })
const isSeen = async (slider: { id: number }) => {
  const list = (await call(portalSliders.index, {}, partner)).body
  const { status } = await call(portalSliders.one, { params: idOf(slider) }, partner)
  expect(status).toBe(list.some(({ id }) => id === slider.id) ? 200 : 404)
  return status === 200
}
const pushesOf = async ({ id }: { id: number }) => {
  const pushes = db.selectFrom('pushes').select('text').where('link', '=', `/app/sliders/${id}`)
  return (await pushes.orderBy('id').execute()).map(({ text }) => text)
}
async function eventsOf({ id }: { id: number }) {
  const events = db.selectFrom('events').select('to_partners').where('type', '=', 'sliders')
  const rows = await events.where('data', '@>', { id }).orderBy('id').execute()
  return rows.map(({ to_partners }) => (to_partners ? 'partners' : 'office'))
}

test('rejects an end before the beginning, an end in the past, and invalid times', async () => {
  await itIs(eight)
  const errorsOf = async (form: object) => {
    const { status, body } = await create({ ...plain, ...form })
    return [status, body.errors]
  }
  expect(await errorsOf({ visible_from: noon, visible_until: eight })).toEqual([
    436,
    { visible_until: ['validation.moment_order'] },
  ])
  expect(await errorsOf({ visible_until: '2027-03-01T07:59' })).toEqual([
    436,
    { visible_until: ['validation.past_moment'] },
  ])
  for (const visible_from of [
    'sutra',
    '2027-03-01',
    '2027-02-30T08:00',
    '2027-03-01T25:00',
    '2027-03-01T08:00+99:00',
  ])
    expect([visible_from, ...(await errorsOf({ visible_from }))]).toEqual([
      visible_from,
      436,
      { visible_from: ['validation.moment'] },
    ])
  // The database compares a single new time with the stored other one.
  const { body } = await create({ ...plain, visible_from: noon })
  const put = {
    name: 'Akcija',
    type: 1 as const,
    categories: [category.id],
    visible_until: '2027-03-01T10:00:00Z',
  }
  const refused = await call(sliders.updateJson, { params: idOf(body), body: put })
  expect([refused.status, refused.body.errors]).toEqual([436, { visible_until: ['validation.moment_order'] }])
})

test('shows and hides a slider by time, at the next request, published once by two nodes', async () => {
  await itIs('2027-03-01T06:59:59Z')
  // Without a zone it is the office's local time.
  const slider = (await create({ ...plain, visible_from: '2027-03-01T08:00', visible_until: evening })).body
  expect(slider).toMatchObject({ state: 'scheduled', is_visible: true, version: 1 })
  expect([slider.visible_from, slider.visible_until].map((at) => Date.parse(at ?? ''))).toEqual([
    Date.parse(eight),
    Date.parse(evening),
  ])
  expect(await aWhilePasses()).toEqual([0, 0, 0, 0])
  expect(await isSeen(slider)).toBe(false)
  const eventCount = (await eventsOf(slider)).length

  await itIs(eight)
  expect(await isSeen(slider)).toBe(true)
  expect((await one(slider)).state).toBe('visible')
  expect((await aWhilePasses()).sort()).toEqual([0, 0, 0, 1])
  expect((await eventsOf(slider)).slice(eventCount)).toEqual(['office', 'partners'])

  await itIs(evening)
  expect(await isSeen(slider)).toBe(false)
  await aWhilePasses()
  expect((await eventsOf(slider)).slice(eventCount + 2)).toEqual(['office', 'partners'])
  // A form that was opened before has no version conflict, and an unchanged end in the past is accepted.
  const again = await update(slider, { ...plain, version: '1', name: 'Novi naziv', visible_until: evening })
  expect([again.status, again.body.state]).toEqual([200, 'ended'])
  expect((await update(slider, { ...plain, visible_until: '2027-03-02T19:00' })).body.state).toBe('visible')
  expect((await update(slider, { ...plain, visible_from: '', visible_until: '' })).body).toMatchObject({
    visible_from: null,
    visible_until: null,
    state: 'visible',
  })
  const { result } = (
    await call(history.ofRecord, { params: { table: 'sliders', id: String(slider.id) }, query: {} })
  ).body
  const turned = result.filter(({ person }) => person === null).map(({ values }) => values)
  expect(turned).toEqual([
    [{ column: 'state', before: 'visible', after: 'ended' }],
    [{ column: 'state', before: 'scheduled', after: 'visible' }],
  ])
})

test('the list filters by state, and its totals follow the clock', async () => {
  await itIs(eight)
  const own = await makeCategory(db, { name: 'Sezona' })
  const of = { ...plain, categories: `[${own.id}]` }
  await create({ ...of, name: 'Ujutro', visible_until: noon })
  await create({ ...of, name: 'Poslije podne', visible_from: noon })
  const hidden = (await create({ ...of, name: 'Skriven', visible_from: noon })).body
  await show(hidden, false)
  const names = async (state: string) => {
    const { body } = await call(sliders.index, { body: { filters: { state, category_names: 'sezona' } } })
    return [body.result.map(({ name }) => name), body.total_rows]
  }
  const all = async () => Promise.all(['visible', 'scheduled', 'ended', 'hidden'].map(names))
  expect(await all()).toEqual([
    [['Ujutro'], 1],
    [['Poslije podne'], 1],
    [[], 0],
    [['Skriven'], 1],
  ])
  await itIs(noon)
  expect(await all()).toEqual([
    [['Poslije podne'], 1],
    [[], 0],
    [['Ujutro'], 1],
    [['Skriven'], 1],
  ])
  // A deactivated slider has no state.
  for (const { id } of (await call(sliders.index, { body: { filters: { category_names: 'sezona' } } })).body
    .result)
    await call(sliders.toggle, { params: { id: String(id) }, body: { is_active: false } })
  expect(await all()).toEqual(Array(4).fill([[], 0]))
  const wrong = await call(sliders.index, { body: { filters: { state: 'sutra' } } })
  expect(wrong.status).toBe(422)
})

test('sends its push message when it begins, once by two nodes, also after a stop', async () => {
  await itIs(eight)
  const slider = (await create({ ...pushed, visible_from: noon })).body
  expect(slider.push_notification).toBe(true)
  expect(await pushesOf(slider)).toEqual([])
  await itIs('2027-03-01T10:59:59Z')
  await aWhilePasses()
  expect(await pushesOf(slider)).toEqual([])
  await itIs('2027-03-01T15:00:00Z')
  const nodes = await Promise.all([another(), another({ database: second })])
  await Promise.all(nodes.map((node) => node.ready()))
  await aWhilePasses()
  expect(await pushesOf(slider)).toEqual(['Popust'])
  expect((await one(slider)).push_notification).toBe(false)
  const inbox = db.selectFrom('push_recipients').innerJoin('pushes', 'pushes.id', 'push_id').select('user_id')
  expect(await inbox.where('link', '=', `/app/sliders/${slider.id}`).execute()).toEqual([
    { user_id: partnerUser.id },
  ])
})

test('sends it also when its place is changed just as it begins', async () => {
  await itIs(eight)
  const slider = (await create({ ...pushed, visible_from: noon })).body
  await call(sliderSorting.save, { body: { ids: [slider.id] } })
  expect(await pushesOf(slider)).toEqual([])
  await itIs(noon)
  await call(sliderSorting.save, { body: { ids: [] } })
  expect(await pushesOf(slider)).toEqual(['Popust'])
  await aWhilePasses()
  expect(await pushesOf(slider)).toEqual(['Popust'])
})

test('logs a push message that fails; other sliders begin, and the server starts and lists them', async () => {
  await itIs(eight)
  const broken = (await create({ ...pushed, name: 'Pokvarena', visible_from: noon })).body
  const other = (await create({ ...pushed, visible_from: noon })).body
  await breakMessage(db, 'Pokvarena')
  await itIs('2027-03-01T15:00:00Z')
  const node = await another()
  await node.ready()
  await aWhilePasses()
  expect((await call(sliders.index, { body: {} })).status).toBe(200)
  expect([await pushesOf(broken), await pushesOf(other)]).toEqual([[], ['Popust']])
  expect(logged).toContain(
    `slider ${broken.id} begins or ends: the change was not published: this message is broken`,
  )
  await mendMessages(db)
  await aWhilePasses()
  expect([await pushesOf(broken), await pushesOf(other)]).toEqual([['Popust'], ['Popust']])
})

test('can be changed, cancelled and moved forward before', async () => {
  await itIs(eight)
  const changed = (await create({ ...pushed, visible_from: noon })).body
  expect(
    (await update(changed, { ...pushed, notification_text: 'Veći popust' })).body.push_notification,
  ).toBe(true)
  const silent = (await create({ ...pushed, visible_from: noon })).body
  expect((await update(silent, { ...pushed, push_notification: '0' })).body.push_notification).toBe(false)
  const early = (await create({ ...pushed, visible_from: noon })).body
  expect((await update(early, { ...pushed, visible_from: '' })).body.push_notification).toBe(false)
  expect(await pushesOf(early)).toEqual(['Popust'])
  const json = { name: 'Akcija', type: 2 as const, categories: [category.id], product_id: product.id }
  await call(sliders.updateJson, {
    params: idOf(changed),
    body: { ...json, notification_text: 'Najveći popust' },
  })
  await itIs(noon)
  await aWhilePasses()
  expect(await pushesOf(changed)).toEqual(['Najveći popust'])
  expect(await pushesOf(silent)).toEqual([])
  expect(await pushesOf(early)).toEqual(['Popust'])
})

test('sends it when partners first see the slider, if hidden or inactive before, and never after its end', async () => {
  await itIs(eight)
  const hidden = (await create({ ...pushed, visible_from: noon })).body
  const inactive = (await create({ ...pushed, visible_from: noon })).body
  const ended = (await create({ ...pushed, visible_from: noon, visible_until: evening })).body
  await show(hidden, false)
  await show(ended, false)
  await call(sliders.toggle, { params: idOf(inactive), body: { is_active: false } })
  await itIs(noon)
  await aWhilePasses()
  for (const slider of [hidden, inactive, ended]) expect(await pushesOf(slider)).toEqual([])
  await show(hidden, true)
  await show(hidden, false)
  await show(hidden, true)
  await call(sliders.toggle, { params: idOf(inactive), body: { is_active: true } })
  await itIs(evening)
  await show(ended, true)
  await aWhilePasses()
  expect([await pushesOf(hidden), await pushesOf(inactive), await pushesOf(ended)]).toEqual([
    ['Popust'],
    ['Popust'],
    [],
  ])
})

test('users without the permission to send may change the slider, but not its message', async () => {
  await itIs(eight)
  const slider = (await create({ ...pushed, visible_from: noon })).body
  const token = await tokenWithout('sliders.send')
  const save = (form: object) =>
    call(sliders.update, { params: idOf(slider), form, files: {} } as never, token)
  expect((await save({ ...pushed, notification_text: 'Nešto drugo' })).status).toBe(403)
  expect((await save({ ...pushed, name: 'Novi naziv' })).body).toMatchObject({
    name: 'Novi naziv',
    notification_text: 'Popust',
    push_notification: true,
  })
  // Nor by omitting the text of the message.
  const json = { name: 'Akcija', type: 2 as const, categories: [category.id], product_id: product.id }
  const silently = (notification_text: string) =>
    call(sliders.updateJson, { params: idOf(slider), body: { ...json, notification_text } }, token)
  expect((await silently('Nešto drugo')).status).toBe(403)
  expect((await silently('Popust')).body.push_notification).toBe(true)
  await save({ ...pushed, push_notification: '' })
  expect((await save(pushed)).status).toBe(403)
})

test('a copy is hidden, without times, sign-ups and past days', async () => {
  await itIs(eight)
  const { id: user_id } = await makeUser(db, { partner: true })
  const closed = await makeCategory(db)
  const slider = (
    await create({ ...pushed, visible_from: noon, categories: `[${category.id},${closed.id}]` })
  ).body
  await db
    .insertInto('slider_orders')
    .values({
      slider_id: slider.id,
      partner_id: partnerUser.partner_id ?? 0,
      user_id,
      product_id: product.id,
      quantity: 3,
    })
    .execute()
  await deactivateInUse(db, 'categories', closed.id)
  const params = idOf(slider)
  const refused = await call(sliders.duplicate, { params, body: { name: ' ' } })
  expect([refused.status, refused.body.errors]).toEqual([422, { name: ['validation.field'] }])
  expect(
    (await call(sliders.duplicate, { params: { id: '2000000000' }, body: { name: 'Nova' } })).status,
  ).toBe(404)
  const copy = (await call(sliders.duplicate, { params, body: { name: 'Nova' } })).body
  expect(copy).toMatchObject({
    name: 'Nova',
    type: 2,
    image: slider.image,
    notification_text: 'Popust',
    product_id: product.id,
    is_visible: false,
    state: 'hidden',
    visible_from: null,
    push_notification: false,
    orders: 0,
    categories: [{ id: category.id, name: category.name }],
  })
  await itIs(noon)
  await aWhilePasses()
  expect(await pushesOf(copy)).toEqual([])
  const seminar = (await create({ ...plain, type: '3', dates: '["2099-05-01"]' })).body
  await db.insertInto('slider_dates').values({ slider_id: seminar.id, day: '2020-01-01' }).execute()
  const other = await call(sliders.duplicate, { params: idOf(seminar), body: { name: 'Novi' } })
  expect(other.body.available_dates).toEqual(['2099-05-01'])
})
