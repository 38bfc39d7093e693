import { read, utils } from '@e965/xlsx'
import { sliders } from '@kontor/contract/sliders'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { dayIs } from '../../../test/clock.ts'
import {
  addCategories,
  deactivateInUse,
  makeCategory,
  makeDevice,
  makePicture,
  makeProduct,
  makeSlider,
  makeUser,
} from '../../../test/make.ts'

const { db, call } = await startApp()
const image = await makePicture()
const category = await makeCategory(db, { name: 'Gume' })
const product = await makeProduct(db)
const today = '2026-11-21'
await dayIs(db, today)
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const yesterday = dayFrom(-1)
const tomorrow = dayFrom(1)
const later = dayFrom(30)
const FILM = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

const common = { name: 'Zimske gume', categories: JSON.stringify([category.id]) }
const of = {
  slika: { ...common, type: '1' },
  promocija: { ...common, type: '2', product_id: String(product.id) },
  seminar: { ...common, type: '3', dates: JSON.stringify([tomorrow, later]) },
  obuka: { ...common, type: '4', url: FILM },
} as const
type Fields = Record<string, string | undefined>

const create = (form: Fields) => call(sliders.create, { form: form as never, files: { image } } as never)
const update = (slider: { id: number }, form: Fields) =>
  call(sliders.update, { params: idOf(slider), form: form as never, files: {} } as never)
const one = async (slider: { id: number }) => (await call(sliders.one, { params: idOf(slider) })).body
const errorsOf = async (form: Fields) => {
  const { status, body } = await create(form)
  return [status, body.errors]
}

describe('adding a slider', () => {
  test('rejects all invalid fields at once, including a missing picture', async () => {
    const form = { name: 'X\u200b', type: '4', categories: '[]', is_visible: 'false' }
    const { status, body } = await call(sliders.create, { form, files: {} } as never)
    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['validation.slider_name'],
        categories: ['validation.slider_category'],
        url: ['validation.field'],
        is_visible: ['validation.unknown_field'],
        image: ['validation.file'],
      },
    ])
    for (const type of ['', '0', '5', '1.0', ' 1', '٣'])
      expect(await errorsOf({ ...of.slika, type })).toEqual([422, { type: ['validation.slider_type'] }])
  })

  test('rejects invalid lists', async () => {
    for (const text of [
      '{',
      '',
      'null',
      '{"id":1}',
      '1',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      '[1.5]',
      '["1"]',
    ])
      expect([text.slice(0, 9), (await create({ ...of.slika, categories: text })).status]).toEqual([
        text.slice(0, 9),
        422,
      ])
    for (const text of ['{', '{}', '"x"', '[5]', '[null]', '[["2026-11-21"]]', `["${'9'.repeat(200_000)}"]`])
      expect([text.slice(0, 9), (await create({ ...of.seminar, dates: text })).status]).toEqual([
        text.slice(0, 9),
        422,
      ])
  })

  test('rejects days of a Seminar that are invalid, past, repeated, too many or missing', async () => {
    const wrong: [string[], number, string][] = [
      [[], 422, 'validation.slider_dates'],
      [[yesterday], 436, 'validation.past_date'],
      [[tomorrow, tomorrow], 422, 'validation.same_dates'],
      [Array.from({ length: 367 }, (_, i) => dayFrom(i)), 422, 'validation.too_many_dates'],
    ]
    for (const [dates, status, key] of wrong)
      expect(await errorsOf({ ...of.seminar, dates: JSON.stringify(dates) })).toEqual([
        status,
        { dates: [key] },
      ])
    for (const day of [
      '2026-02-30',
      '9999-12-31',
      '-0001-01-01',
      'infinity',
      '21.11.2026',
      `${tomorrow}T00:00:00Z`,
    ])
      expect(await errorsOf({ ...of.seminar, dates: JSON.stringify([day]) })).toEqual([
        436,
        { 'dates.0': ['validation.day'] },
      ])
    expect(await errorsOf({ ...of.seminar, dates: '' })).toEqual([
      422,
      { dates: ['validation.slider_dates'] },
    ])
  })

  test('rejects unsafe URLs', async () => {
    const wrong = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//x.me',
      'x.me',
      'http://localhost',
      'http://a\\@b.me',
      'http://u:p@x.me',
      'http://x.me/a b',
      'http://x.me/\u0007',
      `http://x.me/${'x'.repeat(10_000)}`,
      'https://example.com:99999/',
      'http://10.0.0.999/',
      'https://a@evil',
      'http://0x7f.0.0.10/',
      `http://${'a.'.repeat(1000)}!`,
      `http://x.me:${'9'.repeat(1000)}`,
    ]
    for (const url of wrong)
      expect([url, (await create({ ...of.slika, url })).body.errors]).toMatchObject([url, { url: {} }])
  })

  test('rejects videos that are not on YouTube’s own hosts', async () => {
    const wrong = [
      'https://youtube.com.evil.io/watch?v=dQw4w9WgXcQ',
      'https://youtu.be@evil.io/dQw4w9WgXcQ',
      'https://evil.io/?u=https://youtu.be/dQw4w9WgXcQ',
      '<iframe src="https://youtu.be/dQw4w9WgXcQ">',
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
      'https://youtube.com/watch?v=',
      'https://xyoutube.com/watch?v=dQw4w9WgXcQ',
      `https://www.youtube.com/watch?${'a=1&'.repeat(500)}v=x`,
    ]
    for (const url of wrong)
      expect([url, await errorsOf({ ...of.obuka, url })]).toEqual([
        url,
        [422, { url: ['validation.youtube'] }],
      ])
    for (const url of [
      FILM,
      'https://youtu.be/dQw4w9WgXcQ?t=5',
      'http://m.youtube.com/watch?app=x&v=dQw4w9WgXcQ',
    ])
      expect((await create({ ...of.obuka, url })).body.url).toBe(url)
  })

  test('rejects inactive or missing products and categories', async () => {
    const gone = await makeProduct(db, { is_active: false })
    const closed = await makeCategory(db, { is_active: false })
    const { promocija, slika } = of
    expect(await errorsOf({ ...promocija, product_id: '2000000000' })).toEqual([
      422,
      { product_id: ['validation.not_found'] },
    ])
    expect(await errorsOf({ ...promocija, product_id: String(gone.id) })).toEqual([
      422,
      { product_id: ['validation.inactive'] },
    ])
    expect(await errorsOf({ ...promocija, product_id: 'null' })).toEqual([
      422,
      { product_id: ['validation.field'] },
    ])
    expect(await errorsOf({ ...slika, categories: `[${closed.id}]` })).toEqual([
      422,
      { categories: ['validation.inactive'] },
    ])
    expect(await errorsOf({ ...slika, categories: '[2000000000]' })).toEqual([
      422,
      { categories: ['validation.not_found'] },
    ])
  })

  test('requires a text when partners are notified', async () => {
    for (const form of [of.promocija, of.seminar])
      expect(await errorsOf({ ...form, push_notification: '1', notification_text: ' ' })).toEqual([
        422,
        { notification_text: ['validation.field'] },
      ])
    expect((await create({ ...of.slika, push_notification: 'true' })).status).toBe(200)
  })

  test('returns the added slider; a category may be sent whole and twice', async () => {
    const categories = JSON.stringify([{ id: category.id, name: 'Gume' }, category.id])
    const { status, body } = await create({
      ...of.seminar,
      categories,
      page_content: '<p>Dođite<script>x</script></p>',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Zimske gume',
      type: 3,
      url: null,
      product: null,
      welcome_message: null,
      wyswygimg: null,
      page_content: '<p>Dođite</p>',
      page_content_details: '<p>Dođite</p>',
      available_dates: [tomorrow, later],
      categories: [{ id: category.id, name: 'Gume' }],
      category_names: 'Gume',
      registrations: 0,
      orders: 0,
      is_visible: true,
      is_active: true,
      version: 1,
    })
    expect(body.image).toMatch(/^[\w-]{22}\.jpg$/)
    expect(await one(body)).toEqual(body)
  })

  test('stores only the fields of its type, and accepts the legacy name of the welcome message', async () => {
    const all = { url: FILM, page_content: '<p>x</p>', notification_text: 'x', dates: `["${tomorrow}"]` }
    const more = { ...all, product_id: String(product.id), welcomeMessage: 'Dobro došli' }
    const none = {
      url: null,
      page_content: null,
      notification_text: null,
      welcome_message: null,
      product_id: null,
    }
    const bare = { ...none, available_dates: [] }
    expect((await create({ ...of.slika, ...more })).body).toMatchObject({ ...bare, url: FILM })
    expect((await create({ ...of.obuka, ...more })).body).toMatchObject({
      ...bare,
      url: FILM,
      welcome_message: 'Dobro došli',
    })
    expect((await create({ ...of.promocija, ...more })).body).toMatchObject({
      ...bare,
      page_content: '<p>x</p>',
      notification_text: 'x',
      product_id: product.id,
      product: { id: product.id, erp_code: product.erp_code, name: product.name, is_active: true },
    })
  })
})

describe('changing a slider', () => {
  test('from an old version returns the stored categories and days', async () => {
    const { body } = await create(of.seminar)
    const renamed = await update(body, { ...of.seminar, name: 'Druga', version: String(body.version) })
    const other = await makeCategory(db)
    const values = { categories: JSON.stringify([other.id]), dates: JSON.stringify([later]) }
    const refused = await update(body, { ...of.seminar, ...values, version: String(body.version) })
    expect([refused.status, refused.body.message]).toEqual([409, 'error.conflict'])
    expect(refused.body).toMatchObject({ current: renamed.body })
  })

  test('clears fields of the old type, and does not change the type once somebody has signed up', async () => {
    const { body } = await create({ ...of.seminar, page_content: '<p>x</p>' })
    const changed = await update(body, of.obuka)
    expect(changed.body).toMatchObject({ type: 4, url: FILM, page_content: null, available_dates: [] })
    const seminar = (await create(of.seminar)).body
    const { id: user_id, partner_id } = await makeUser(db, { partner: true })
    await db
      .insertInto('slider_registrations')
      .values({ slider_id: seminar.id, partner_id: partner_id ?? 0, user_id })
      .execute()
    const refused = await update(seminar, of.obuka)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { type: ['validation.slider_contains_partners'] },
    ])
    expect((await update(seminar, { ...of.seminar, name: 'Novi naziv' })).body).toMatchObject({
      registrations: 1,
    })
  })

  test('accepts unchanged past days, and an inactive product and categories', async () => {
    const seminar = await makeSlider(db, { type: 3, category_id: category.id, dates: [yesterday] })
    const dates = JSON.stringify([tomorrow, yesterday])
    expect((await update(seminar, { ...of.seminar, dates })).body.available_dates).toEqual([
      yesterday,
      tomorrow,
    ])
    const closed = await makeCategory(db)
    const gone = await makeProduct(db)
    const ids = { category_id: closed.id, product_id: gone.id }
    const promotion = await makeSlider(db, { type: 2, is_visible: false, ...ids })
    await deactivateInUse(db, 'categories', closed.id)
    await deactivateInUse(db, 'products', gone.id)
    const values = { ...of.promocija, categories: `[${closed.id}]`, product_id: String(gone.id) }
    expect((await update(promotion, values)).body).toMatchObject({ product: { is_active: false } })
    const other = await makeProduct(db, { is_active: false })
    expect((await update(promotion, { ...values, product_id: String(other.id) })).status).toBe(422)
  })

  test('by PUT as JSON is equivalent, and does not change pictures', async () => {
    const { body } = await create(of.slika)
    const put = {
      name: 'Obuka',
      type: 4 as const,
      categories: [{ id: category.id }],
      url: 'https://x.me',
      version: 1,
    }
    const params = idOf(body)
    expect((await call(sliders.updateJson, { params, body: put })).body.errors).toEqual({
      url: ['validation.youtube'],
    })
    const changed = await call(sliders.updateJson, {
      params,
      body: { ...put, url: FILM, welcome_message: 'Zdravo' },
    })
    expect(changed.body).toMatchObject({
      type: 4,
      url: FILM,
      welcome_message: 'Zdravo',
      image: body.image,
      version: 2,
    })
    const lists = { name: 'Seminar', type: 3 as const, categories: [category.id], dates: [later, tomorrow] }
    expect((await call(sliders.updateJson, { params, body: lists })).body.available_dates).toEqual([
      tomorrow,
      later,
    ])
  })

  test('notifies partners only when requested, and not of hidden sliders', async () => {
    const { id: user_id, partner_id } = await makeUser(db, { partner: true })
    const own = await makeCategory(db)
    await addCategories(db, partner_id, [own.id])
    await makeDevice(db, { user_id })
    const pushes = () => db.selectFrom('pushes').select(['title', 'text', 'link']).orderBy('id').execute()
    const form = { ...of.promocija, categories: `[${own.id}]`, notification_text: 'Popust na gume' }
    const { body } = await create({ ...form, push_notification: 'true' })
    const message = { title: 'Zimske gume', text: 'Popust na gume', link: `/app/sliders/${body.id}` }
    expect(await pushes()).toEqual([message])
    expect(await db.selectFrom('push_recipients').select('user_id').execute()).toEqual([{ user_id }])
    expect((await update(body, { ...form, push_notification: '0' })).status).toBe(200)
    expect(await pushes()).toHaveLength(1)
    await call(sliders.setVisibility, { params: idOf(body), body: { is_visible: false } })
    const hidden = await update(body, { ...form, push_notification: '1' })
    expect([hidden.status, hidden.body.errors]).toEqual([
      422,
      { push_notification: ['validation.slider_hidden'] },
    ])
    await call(sliders.setVisibility, { params: idOf(body), body: { is_visible: true } })
    expect((await update(body, { ...form, push_notification: '1' })).status).toBe(200)
    expect(await pushes()).toHaveLength(2)
    // An update that is repeated with its key, because its response was lost, sends nothing again.
    const again = { name: 'Zimske gume', push_notification: true, notification_text: 'Popust na gume' }
    const whole = { ...again, type: 2 as const, product_id: product.id, categories: [own.id] }
    const params = idOf(body)
    const repeated = [
      () =>
        call(sliders.update, {
          params,
          form: { ...form, push_notification: '1' },
          files: {},
          idempotencyKey: 'obrazac-1',
        } as never),
      () => call(sliders.updateJson, { params, body: whole, idempotencyKey: 'izmjena-1' }),
      () => call(sliders.patch, { params, body: again, idempotencyKey: 'djelimicna-1' }),
    ]
    for (const [n, repeat] of repeated.entries()) {
      const first = await repeat()
      const second = await repeat()
      expect([first.status, second.status, second.body.version]).toEqual([200, 200, first.body.version])
      expect(await pushes()).toHaveLength(3 + n)
    }
  })
})

describe('hiding and deactivating', () => {
  test('toggles without a body, and is repeatable with a state, which is published once', async () => {
    const { body } = await create(of.slika)
    const params = idOf(body)
    const show = (target?: boolean) =>
      call(sliders.setVisibility, { params, body: target === undefined ? null : { is_visible: target } })
    expect((await show()).body).toEqual({
      id: body.id,
      is_visible: false,
      state: 'hidden',
      version: 2,
      updated_at: expect.any(String),
    })
    expect((await show(false)).body).toMatchObject({ is_visible: false, version: 2 })
    expect((await show()).body).toMatchObject({ is_visible: true, version: 3 })
    expect((await call(sliders.toggle, { params, body: null })).body).toMatchObject({
      is_active: false,
      version: 4,
    })
    expect((await call(sliders.toggle, { params, body: { is_active: false } })).body.version).toBe(4)
    const published = db.selectFrom('events').select('id').where('to_partners', '=', true)
    expect(await published.where('data', '@>', { id: body.id }).execute()).toHaveLength(4) // each version once
    expect((await call(sliders.setVisibility, { params: { id: '2000000000' }, body: null })).status).toBe(404)
  })

  test('twice at once toggles twice', async () => {
    const { body } = await create(of.slika)
    const flip = () => call(sliders.setVisibility, { params: idOf(body), body: null })
    const answers = await Promise.all([flip(), flip()])
    expect(answers.map((answer) => answer.body.is_visible).sort()).toEqual([false, true])
    expect(await one(body)).toMatchObject({ is_visible: true, version: 3 })
  })

  test('rejects activation without an active product and an active category', async () => {
    const own = await makeCategory(db)
    const offered = await makeProduct(db)
    const slider = await makeSlider(db, {
      type: 2,
      category_id: own.id,
      product_id: offered.id,
      is_visible: false,
    })
    await db.updateTable('products').set({ is_active: false }).where('id', '=', offered.id).execute()
    const show = () => call(sliders.setVisibility, { params: idOf(slider), body: { is_visible: true } })
    expect((await show()).body.errors).toEqual({ product_id: ['validation.inactive'] })
    await db.updateTable('products').set({ is_active: true }).where('id', '=', offered.id).execute()
    await call(sliders.toggle, { params: idOf(slider), body: null })
    await db.updateTable('categories').set({ is_active: false }).where('id', '=', own.id).execute()
    const back = await call(sliders.toggle, { params: idOf(slider), body: { is_active: true } })
    expect([back.status, back.body.errors]).toEqual([
      422,
      { categories: ['validation.slider_inactive_categories'] },
    ])
    expect((await one(slider)).is_active).toBe(false)
  })
})

describe('the list', () => {
  test('is whole, or paged; filtered, sorted and exported by its columns', async () => {
    await db.updateTable('sliders').set({ is_active: false }).execute()
    const own = await makeCategory(db, { name: 'Šrafovi' })
    for (const name of ['Prvi', 'Drugi', 'Treći'])
      await makeSlider(db, { name, category_id: own.id, is_visible: name !== 'Drugi' })
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
    const filters = { category_names: 'sraf', is_visible: 'true', type: '1' }
    const page = await call(sliders.index, { body: { filters, show_only_active: true } })
    expect([names(page.body.result), page.body.total_rows]).toEqual([['Treći', 'Prvi'], 2])
    for (const is_visible of [true, false])
      await makeSlider(db, { name: 'Stari', category_id: own.id, is_visible, is_active: false })
    const shown = async (is_visible: string) =>
      names((await call(sliders.index, { body: { filters: { ...filters, is_visible } } })).body.result)
    expect([await shown('true'), await shown('false')]).toEqual([['Treći', 'Prvi'], ['Drugi']])
    await db.deleteFrom('sliders').where('name', '=', 'Stari').execute()
    const all = await call(sliders.all, { query: { filters: '{"search":"sraf"}' } })
    expect(names(all.body)).toEqual(['Treći', 'Drugi', 'Prvi'])
    expect((await call(sliders.all, { query: {} })).body.length).toBeGreaterThan(10)
    const report_data = { name: 'Slajderi', format: 'xlsx' as const }
    const file = await call(sliders.index, { body: { filters, report_data } })
    expect([file.status, file.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await call(sliders.index, { body: { filters: { page_content: 'x' } } } as never)).status).toBe(
      422,
    )
  })

  test('of a thousand sliders is read whole', async () => {
    await sql`INSERT INTO sliders (name, type, image)
      SELECT 'Serija ' || n, 1, 'x.jpg' FROM generate_series(1, 1000) n`.execute(db)
    const { body } = await call(sliders.all, { query: { filters: '{"name":"serija"}' } })
    expect(body).toHaveLength(1000)
  })
})

test('a file of sliders has labels for type and visibility', async () => {
  await makeSlider(db, { name: 'Obuka o senzorima', type: 4, url: FILM, is_visible: false })
  const report_data = { name: 'Slajderi', format: 'xlsx', columns: ['name', 'type', 'state'] } as const
  const filters = { name: 'o senzorima', type: '4' }
  const { bytes } = await call(sliders.index, { body: { filters, report_data } } as never)
  const { SheetNames, Sheets } = read(bytes)
  const sheet = Sheets[SheetNames[0] ?? ''] ?? {}
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    ['Naziv', 'Tip', 'Vidljivost'],
    ['Obuka o senzorima', 'Obuka', 'Skriven'],
  ])
})
