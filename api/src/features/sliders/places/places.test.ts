import { portalNotifications } from '@kontor/contract/notifications/portal'
import { sliders } from '@kontor/contract/sliders'
import { sliderPlaces } from '@kontor/contract/sliders/places'
import { portalSliders } from '@kontor/contract/sliders/portal'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../../test/app.ts'
import { makeCategory, makeSlider, makeUser } from '../../../../test/make.ts'
import { readRows } from '../../../../test/sheets.ts'
import { setPlaces } from './queries.ts'

const { db, call, inject, signIn, makeCustomer, staff, staffUser } = await startApp()
const DAY = '2099-05-04'
const NEXT = '2099-05-05'

/** A Seminar on two days, with a category. */
async function makeSeminar(places: number | null = null) {
  const category_id = (await makeCategory(db)).id
  const { id } = await makeSlider(db, { type: 3, category_id })
  await db.deleteFrom('slider_dates').where('slider_id', '=', id).execute()
  await db
    .insertInto('slider_dates')
    .values([
      { slider_id: id, day: DAY, places },
      { slider_id: id, day: NEXT, places: null },
    ])
    .execute()
  return { id, category_id }
}
/** A signed-in user of a partner that sees it. */
async function makeGuest({ category_id }: { category_id: number }) {
  const { partner, user, token } = await makeCustomer({ category_ids: [category_id] })
  return { partner_id: partner.id, user_id: user.id, token }
}
const chooses = ({ token }: { token: string }, id: number, dates: string[]) =>
  call(portalSliders.checkIn, { ...at(id), body: { dates } }, token)
const days = async (id: number) => (await call(sliderPlaces.days, at(id))).body
const signs = (id: number, who: { partner_id: number; user_id: number }, dates: string[], as = staff) =>
  call(
    sliderPlaces.signUp,
    { ...at(id), body: { partner_id: who.partner_id, user_id: who.user_id, dates } },
    as,
  )
const sets = (id: number, places: number | null, day = DAY) =>
  call(sliderPlaces.setPlaces, { ...at(id), body: { day, places } })
const ownPlaces = async ({ token }: { token: string }, id: number) =>
  (await call(portalSliders.one, at(id), token)).body.places
const inbox = async ({ token }: { token: string }) =>
  (await call(portalNotifications.all, {}, token)).body.map((one) => [one.subject, one.link])
/** The texts of a guest's notifications in English. */
async function englishTexts({ token }: { token: string }) {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
  const url = portalNotifications.all.path
  const { body } = await inject<{ subject: string; notification_text: string }[]>({ url, headers })
  return body.map((one) => [one.subject, one.notification_text])
}

describe('places of a day', () => {
  test('are 1 to 9999 or without a limit, of a day that the seminar has, and changed with the permission', async () => {
    const seminar = await makeSeminar()
    for (const places of [0, -1, 1.5, 10_000])
      expect((await sets(seminar.id, places)).body.errors).toEqual({ places: [expect.any(String)] })
    expect((await sets(seminar.id, 3, '2099-06-01')).body.errors).toEqual({
      day: ['validation.date_unavailable'],
    })
    const picture = await makeSlider(db)
    expect([(await sets(picture.id, 3)).status, (await sets(2_000_000_000, 3)).status]).toEqual([404, 404])
    const guest = await makeGuest(seminar)
    expect((await signs(seminar.id, guest, [DAY], guest.token)).status).toBe(403)
    expect((await call(sliderPlaces.days, at(seminar.id), guest.token)).status).toBe(403)
    expect((await sets(seminar.id, 12)).body).toEqual([
      { day: DAY, places: 12, taken: 0, waiting: 0 },
      { day: NEXT, places: null, taken: 0, waiting: 0 },
    ])
    const entry = db
      .selectFrom('history')
      .select(['user_id', 'changes'])
      .where('table_name', '=', 'sliders')
      .where('record_id', '=', seminar.id)
      .orderBy('id', 'desc')
    expect(await entry.executeTakeFirst()).toEqual({
      user_id: staffUser.id,
      changes: { places: [null, '2099-05-04: 12'] },
    })
  })

  test('stay when the slider is saved with the same days', async () => {
    const seminar = await makeSeminar(7)
    const { body } = await call(sliders.one, at(seminar.id))
    const saved = await call(sliders.patch, {
      ...at(seminar.id),
      body: { name: 'Novi naziv', version: body.version } as never,
    })
    expect(saved.status).toBe(200)
    expect((await days(seminar.id))[0]).toMatchObject({ day: DAY, places: 7 })
  })
})

describe('who signs up for a full day', () => {
  test('waits, in turn, and moves up with a notification when somebody signs off', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const second = await makeGuest(seminar)
    const third = await makeGuest(seminar)
    expect((await chooses(first, seminar.id, [DAY, NEXT])).body.places).toEqual([
      { day: DAY, free: 0, waiting: null },
    ])
    expect((await chooses(second, seminar.id, [DAY])).body.places).toEqual([
      { day: DAY, free: 0, waiting: 1 },
    ])
    expect((await chooses(third, seminar.id, [DAY])).body.places).toEqual([{ day: DAY, free: 0, waiting: 2 }])
    expect(await days(seminar.id)).toEqual([
      { day: DAY, places: 1, taken: 1, waiting: 2 },
      { day: NEXT, places: null, taken: 1, waiting: 0 },
    ])
    // Saving the same days again keeps the turn.
    expect((await chooses(second, seminar.id, [DAY, NEXT])).body.places).toEqual([
      { day: DAY, free: 0, waiting: 1 },
    ])
    await chooses(first, seminar.id, [NEXT])
    expect(await ownPlaces(second, seminar.id)).toEqual([{ day: DAY, free: 0, waiting: null }])
    expect(await ownPlaces(third, seminar.id)).toEqual([{ day: DAY, free: 0, waiting: 1 }])
    expect(await inbox(second)).toEqual([['Dobili ste mjesto na seminaru', `/app/sliders/${seminar.id}`]])
    const { name } = (await call(sliders.one, at(seminar.id))).body
    const [inOwn] = (await call(portalNotifications.all, {}, second.token)).body
    expect(inOwn?.notification_text).toBe(`${name}, 04.05.2099.`)
    expect(await englishTexts(second)).toEqual([['You have a place at the seminar', `${name}, 04/05/2099`]])
    expect([await inbox(third), await inbox(first)]).toEqual([[], []])
    const rows = (await call(sliders.registrations, { ...at(seminar.id), query: {} })).body
    const waiting = rows.map(({ partner, waiting_dates }) => [partner.id, waiting_dates])
    expect(waiting).toEqual(
      expect.arrayContaining([
        [second.partner_id, []],
        [third.partner_id, [DAY]],
      ]),
    )
  })

  test('is told after everything else: a published message holds up all others until the transaction ends', async () => {
    const seminar = await makeSeminar(1)
    const guests = [await makeGuest(seminar), await makeGuest(seminar), await makeGuest(seminar)]
    for (const guest of guests) await chooses(guest, seminar.id, [DAY])
    const done: string[] = []
    const push = {
      enqueue: async () => done.push('enqueue'),
      publish: async () => done.push('publish'),
    }
    await setPlaces(db, push as never, seminar.id, { day: DAY, places: 3 })
    expect(done).toEqual(['enqueue', 'enqueue', 'publish', 'publish'])
  })

  test('has a place when the day is taken off the seminar and comes back without a limit', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const second = await makeGuest(seminar)
    for (const guest of [first, second]) await chooses(guest, seminar.id, [DAY])
    const offers = async (...dates: string[]) => {
      const { version } = (await call(sliders.one, at(seminar.id))).body
      return (await call(sliders.patch, { ...at(seminar.id), body: { dates, version } as never })).status
    }
    expect([await offers(NEXT), await offers(DAY, NEXT)]).toEqual([200, 200])
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: null, taken: 2, waiting: 0 })
    expect([(await inbox(first)).length, (await inbox(second)).length]).toEqual([0, 1])
  })

  test('still waits for a day that has passed, or is no longer offered', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const second = await makeGuest(seminar)
    for (const guest of [first, second]) await chooses(guest, seminar.id, [DAY, NEXT])
    const own = async ({ token }: { token: string }) => {
      const { body } = await call(portalSliders.index, {}, token)
      const { chosen_dates, waiting_dates } = body.find(({ id }) => id === seminar.id) ?? {}
      return [chosen_dates, waiting_dates]
    }
    expect(await own(first)).toEqual([[DAY, NEXT], []])
    expect(await own(second)).toEqual([[DAY, NEXT], [DAY]])
    const { version } = (await call(sliders.one, at(seminar.id))).body
    await call(sliders.patch, { ...at(seminar.id), body: { dates: [NEXT], version } as never })
    expect(await own(second)).toEqual([[DAY, NEXT], [DAY]])
    const past = '2026-01-05'
    await sql`UPDATE slider_registration_days SET day = ${past} WHERE day = ${DAY} AND slider_registration_id IN
      (SELECT id FROM slider_registrations WHERE slider_id = ${seminar.id})`.execute(db)
    expect([await own(first), await own(second)]).toEqual([
      [[past, NEXT], []],
      [[past, NEXT], [past]],
    ])
    const mine = (await call(portalSliders.registrations, {}, second.token)).body
    expect(mine).toMatchObject([{ dates: [past, NEXT], waiting_dates: [past] }])
  })

  test('is told as the partner, when the user who signed it up has left or is inactive', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const moved = await makeGuest(seminar)
    const gone = await makeGuest(seminar)
    for (const guest of [first, moved, gone]) await chooses(guest, seminar.id, [DAY])
    const colleagueOf = async ({ partner_id }: { partner_id: number }) => {
      const { username } = await makeUser(db, { partner_id })
      return { token: await signIn(username) }
    }
    const colleagues = [await colleagueOf(moved), await colleagueOf(gone)] as const
    const elsewhere = await makeGuest(seminar)
    const users = db.updateTable('users')
    await users.set({ partner_id: elsewhere.partner_id }).where('id', '=', moved.user_id).execute()
    await users.set({ is_active: false }).where('id', '=', gone.user_id).execute()
    await sets(seminar.id, 3)
    const told = [['Dobili ste mjesto na seminaru', `/app/sliders/${seminar.id}`]]
    for (const colleague of colleagues) expect(await inbox(colleague)).toEqual(told)
    const others = db.selectFrom('push_recipients').select('user_id')
    const ids = [moved.user_id, elsewhere.user_id, gone.user_id]
    expect(await others.where('user_id', 'in', ids).execute()).toEqual([])
  })

  test('takes no place while its partner is inactive or does not see the seminar', async () => {
    const seminar = await makeSeminar(1)
    const [first, inactive, outside, last] = [
      await makeGuest(seminar),
      await makeGuest(seminar),
      await makeGuest(seminar),
      await makeGuest(seminar),
    ]
    for (const guest of [first, inactive, outside, last]) await chooses(guest, seminar.id, [DAY])
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', inactive.partner_id).execute()
    await db.deleteFrom('partner_categories').where('partner_id', '=', outside.partner_id).execute()
    await chooses(first, seminar.id, [])
    expect((await ownPlaces(last, seminar.id))[0]?.waiting).toBe(null)
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: 1, taken: 1, waiting: 2 })
    await db
      .insertInto('partner_categories')
      .values({ category_id: seminar.category_id, partner_id: outside.partner_id })
      .execute()
    await sets(seminar.id, 2)
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: 2, taken: 2, waiting: 1 })
    // Without a limit nobody waits, and who cannot come is not told.
    await sets(seminar.id, null)
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: null, taken: 3, waiting: 0 })
    const recipients = await db.selectFrom('push_recipients').select('user_id').execute()
    expect(recipients.map(({ user_id }) => user_id)).not.toContain(inactive.user_id)
  })

  test('is before a newcomer when its partner is active again', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const second = await makeGuest(seminar)
    const newcomer = await makeGuest(seminar)
    await chooses(first, seminar.id, [DAY])
    await chooses(second, seminar.id, [DAY])
    const isActive = (is_active: boolean) =>
      db.updateTable('partners').set({ is_active }).where('id', '=', second.partner_id).execute()
    await isActive(false)
    await chooses(first, seminar.id, [])
    await isActive(true)
    expect((await chooses(newcomer, seminar.id, [DAY])).body.places).toEqual([
      { day: DAY, free: 0, waiting: 1 },
    ])
    expect(await ownPlaces(second, seminar.id)).toEqual([{ day: DAY, free: 0, waiting: null }])
    expect(await inbox(second)).toEqual([['Dobili ste mjesto na seminaru', `/app/sliders/${seminar.id}`]])
  })

  test('is marked in the file of the sign-ups', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const second = await makeGuest(seminar)
    await chooses(first, seminar.id, [DAY, NEXT])
    await chooses(second, seminar.id, [DAY, NEXT])
    const report_data = JSON.stringify({ name: 'Prijavljeni', format: 'xlsx' })
    const { bytes } = await call(sliders.registrations, { ...at(seminar.id), query: { report_data } })
    const [, ...rows] = await readRows(bytes)
    expect(rows.map((row) => row.at(-1))).toEqual(
      expect.arrayContaining(['04.05.2099., 05.05.2099.', '04.05.2099. (čeka), 05.05.2099.']),
    )
  })

  test('gets the last place only once, however many come at once', async () => {
    const seminar = await makeSeminar(2)
    const guests = await Promise.all([1, 2, 3, 4, 5].map(() => makeGuest(seminar)))
    const answers = await Promise.all(guests.map((guest) => chooses(guest, seminar.id, [DAY])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: 2, taken: 2, waiting: 3 })
    const turns = await Promise.all(guests.map((guest) => ownPlaces(guest, seminar.id)))
    expect(turns.map(([one]) => one?.waiting ?? 0).sort()).toEqual([0, 0, 1, 2, 3])
    await Promise.all(guests.map((guest) => chooses(guest, seminar.id, [])))
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: 2, taken: 0, waiting: 0 })
  })

  test('moves up when the office adds places, and nobody loses a place when it takes some', async () => {
    const seminar = await makeSeminar(1)
    const first = await makeGuest(seminar)
    const second = await makeGuest(seminar)
    const third = await makeGuest(seminar)
    for (const guest of [first, second, third]) await chooses(guest, seminar.id, [DAY])
    expect((await sets(seminar.id, 2)).body[0]).toEqual({ day: DAY, places: 2, taken: 2, waiting: 1 })
    expect([(await inbox(second)).length, (await inbox(third)).length]).toEqual([1, 0])
    expect((await sets(seminar.id, 1)).body[0]).toEqual({ day: DAY, places: 1, taken: 2, waiting: 1 })
    await chooses(first, seminar.id, [])
    expect((await days(seminar.id))[0]).toEqual({ day: DAY, places: 1, taken: 1, waiting: 1 })
    expect((await sets(seminar.id, null)).body[0]).toEqual({ day: DAY, places: null, taken: 2, waiting: 0 })
  })
})

/** The recipients of events of the slider: all partners, a permission of the office, or users. */
async function recipientsOf(id: number) {
  const events = db.selectFrom('events').select(['user_id', 'permission', 'to_partners'])
  const ofSlider = events.where('type', '=', 'sliders').where(sql<number>`(data ->> 'id')::int`, '=', id)
  const rows = await ofSlider.orderBy('id').execute()
  return rows.map((one) => (one.to_partners ? 'partners' : (one.permission ?? one.user_id)))
}

describe('a sign-up that somebody else has changed since it was opened', () => {
  const choosesSeeing = ({ token }: { token: string }, id: number, dates: string[], before: string[]) =>
    call(portalSliders.checkIn, { ...at(id), body: { dates, before } }, token)

  test('is not replaced: a colleague’s day stays, and nobody gets its place', async () => {
    const seminar = await makeSeminar(1)
    const guest = await makeGuest(seminar)
    const waiting = await makeGuest(seminar)
    await choosesSeeing(guest, seminar.id, [DAY], [])
    await chooses(waiting, seminar.id, [DAY])
    const refused = await choosesSeeing(guest, seminar.id, [NEXT], [])
    expect([refused.status, refused.body.message]).toEqual([409, 'validation.dates_changed'])
    expect((await choosesSeeing(guest, seminar.id, [], [NEXT])).status).toBe(409)
    expect((await ownPlaces(waiting, seminar.id))[0]?.waiting).toBe(1)
    // What a first try has saved is no conflict, and neither is a day that has passed.
    const again = await choosesSeeing(guest, seminar.id, [DAY], [])
    expect([again.status, again.body.chosen_dates]).toEqual([200, [DAY]])
    const both = await choosesSeeing(guest, seminar.id, [DAY, NEXT], ['2026-01-05', DAY])
    expect([both.status, both.body.chosen_dates]).toEqual([200, [DAY, NEXT]])
  })

  test('is not replaced by the office either', async () => {
    const seminar = await makeSeminar()
    const guest = await makeGuest(seminar)
    await chooses(guest, seminar.id, [DAY])
    const { partner_id, user_id } = guest
    const saves = (dates: string[], before: string[]) =>
      call(sliderPlaces.signUp, { ...at(seminar.id), body: { partner_id, user_id, dates, before } })
    for (const dates of [[NEXT], []]) {
      const refused = await saves(dates, [NEXT, DAY])
      expect([refused.status, refused.body.message]).toEqual([409, 'validation.dates_changed'])
    }
    expect((await saves([NEXT], [])).status).toBe(409)
    expect((await call(portalSliders.one, at(seminar.id), guest.token)).body.chosen_dates).toEqual([DAY])
    expect((await saves([DAY, NEXT], [DAY])).status).toBe(200)
  })

  test('is announced to the office and the partner’s users, and to all partners where places are limited', async () => {
    const [open, limited] = [await makeSeminar(), await makeSeminar(1)]
    const guest = await makeGuest(open)
    const colleague = await makeUser(db, { partner_id: guest.partner_id })
    await chooses(guest, open.id, [DAY])
    expect(await recipientsOf(open.id)).toEqual(['sliders.see', guest.user_id, colleague.id])
    await chooses(await makeGuest(limited), limited.id, [DAY])
    expect(await recipientsOf(limited.id)).toEqual(['sliders.see', 'partners'])
  })
})

describe('the office', () => {
  test('signs up no user of another partner, and for no day that is not offered', async () => {
    const seminar = await makeSeminar()
    const guest = await makeGuest(seminar)
    const other = await makeGuest(seminar)
    const wrong = await signs(seminar.id, { ...guest, user_id: other.user_id }, [DAY])
    expect([wrong.status, wrong.body.errors]).toEqual([422, { user_id: ['validation.not_found'] }])
    expect((await signs(seminar.id, guest, ['2099-06-01'])).body.errors).toEqual({
      dates: ['validation.date_unavailable'],
    })
    expect((await signs(seminar.id, { ...guest, partner_id: 2_000_000_000 }, [DAY])).status).toBe(404)
    expect((await days(seminar.id)).map(({ taken }) => taken)).toEqual([0, 0])
  })

  test('signs off without a look at the user, who stays the one that chose the days that have passed', async () => {
    const seminar = await makeSeminar()
    const guest = await makeGuest(seminar)
    const other = await makeGuest(seminar)
    await signs(seminar.id, guest, [DAY])
    const past = '2026-01-05'
    await db.insertInto('slider_dates').values({ slider_id: seminar.id, day: past, places: null }).execute()
    await db
      .insertInto('slider_registration_days')
      .columns(['slider_registration_id', 'day'])
      .expression(
        db
          .selectFrom('slider_registrations')
          .select(['id', sql<string>`${past}::date`.as('day')])
          .where('slider_id', '=', seminar.id),
      )
      .execute()
    for (const user_id of [other.user_id, 2_000_000_000])
      expect((await signs(seminar.id, { ...guest, user_id }, [])).status).toBe(200)
    const { body } = await call(sliders.registrations, { ...at(seminar.id), query: {} })
    expect(body).toMatchObject([{ all_dates: [past], user: { id: guest.user_id } }])
  })

  test('signs a partner’s user up and off, with an entry in the history; who waits moves up', async () => {
    const seminar = await makeSeminar(1)
    const guest = await makeGuest(seminar)
    const next = await makeGuest(seminar)
    expect((await signs(seminar.id, guest, [DAY])).body[0]).toMatchObject({ taken: 1, waiting: 0 })
    expect((await signs(seminar.id, next, [DAY])).body[0]).toMatchObject({ taken: 1, waiting: 1 })
    const { body } = await call(sliders.registrations, { ...at(seminar.id), query: {} })
    expect(body.find(({ partner }) => partner.id === guest.partner_id)?.user.id).toBe(guest.user_id)
    expect((await call(portalSliders.one, at(seminar.id), guest.token)).body.chosen_dates).toEqual([DAY])
    expect((await signs(seminar.id, guest, [])).body[0]).toMatchObject({ taken: 1, waiting: 0 })
    expect(await inbox(next)).toHaveLength(1)
    const { changes } = await db
      .selectFrom('history')
      .select('changes')
      .where('table_name', '=', 'sliders')
      .where('record_id', '=', seminar.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(changes).toEqual({ registrations: [expect.stringMatching(/: 2099-05-04$/), null] })
  })
})
