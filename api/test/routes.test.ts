import type { Route } from '@kontor/contract/lib/http/route'
import { portalNotifications } from '@kontor/contract/notifications/portal'
import { webhookEvents } from '@kontor/contract/webhooks/events'
import type { HTTPMethods, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { startApp } from './app.ts'
import { BAD_IDS, BAD_QUERY_TEXTS, BAD_TEXTS, BAD_VALUES, HOSTILE_VALUES } from './bad-input.ts'
import { contractRoutes, pathsOf } from './contract-routes.ts'
import { alternating, firstOfRule, ruleOf } from './distinct.ts'
import { makeCategory, makeCity, makeProduct, makeSlider, makeStore, makeUser } from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { fieldsOf, sampleOf, withField } from './samples.ts'

// All cases are generated from the contract, so that a new route is tested as well.

const { app, db, inject, staff, partner, staffUser, partnerUser, signIn } = await startApp()
const city = await makeCity(db)
const category = await makeCategory(db)
const product = await makeProduct(db)
const store = await makeStore(db)
const slider = await makeSlider(db)
const campaign = await makeCampaign(db, { partners: [{ id: partnerUser.partner_id ?? 0 }] })
const routes = await contractRoutes()
const staffRoutes = routes.filter(({ route }) => route.audience === 'staff')
const partnerRoutes = routes.filter(({ route }) => route.audience === 'partner')

/** Routes that are public on purpose. */
const PUBLIC = [
  'campaigns.picture',
  'passwordLinks.get',
  'passwordLinks.request',
  'passwordLinks.use',
  'portalSession.login',
  'products.picture',
  'secondFactor.signIn',
  'session.about',
  'session.login',
  'sliders.picture',
]
/** Their schemas reveal nothing, so that their responses cannot. */
const LOGINS = ['portalSession.login', 'session.login']
/** Paths of the API's own documentation, which are not in the contract. */
const isDocs = (line: string) => /^\w+ \/api\/(docs|openapi)/.test(line)

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** A token of an authorised user. */
const asOwn = ({ audience }: Route) => bearer(audience === 'partner' ? partner : staff)

/** False for event streams, which do not end; events.test.ts tests them. */
const ends = ({ response }: Route) => response !== 'events'

/** A valid request as a form of the app sends it; `id` is of a record that does not exist. */
function plain(route: Route, path: string, headers: Record<string, string> = {}): InjectOptions {
  const url = path
    .replaceAll(/:(\w+_)?id\b/g, '2000000000')
    .replace(':table', 'products')
    .replace(':image', `${'a'.repeat(20)}.jpg`)
  const payload = route.body && (sampleOf(route.body) as object | undefined)
  return { method: route.method, url, headers, ...(payload ? { payload } : {}) }
}

/** A digest of each table's rows, without the data of sign-in attempts. */
async function digest() {
  const { rows } = await sql<{
    next: string
  }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`.execute(db)
  const next = rows[0]?.next ?? ''
  if (next !== lastDigest.next) lastDigest = { next, digest: await digestOfAll() }
  return lastDigest.digest
}
/** Cached until another transaction has written: reading all tables takes longer than the requests. */
let lastDigest: { next: string; digest: string | undefined } = { next: '', digest: undefined }

async function digestOfAll() {
  const tables = await sql<{ name: string }>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name NOT IN ('login_attempts', 'sign_ins') ORDER BY 1`.execute(db)
  const parts = tables.rows.map(
    // The last use of sessions is written every minute, and one change counter is that of sign-in attempts.
    ({ name }) => `(SELECT '${name} ' || md5(string_agg(one, '|' ORDER BY one)) FROM (
      SELECT (to_jsonb(t) - 'last_used_at')::text AS one FROM ${name} t WHERE t::text NOT LIKE '(sign_ins,%') rows)`,
  )
  const { rows } = await sql<{
    all: string
  }>`SELECT array_to_string(ARRAY[${sql.raw(parts.join(', '))}], ',') AS all`.execute(db)
  return rows[0]?.all
}

const INSIDES =
  /select |insert into|syntax error|\bat \S+ \(|node_modules|\.ts:\d|\/api\/src|pg_|kysely|argon2/i

/** Expects an error that reveals nothing about the implementation. */
async function expectError(options: InjectOptions, label: string) {
  const answer = await inject<{ errors?: object }>(options)
  expect(answer.status, label).toBeGreaterThanOrEqual(400)
  expect(answer.status, label).toBeLessThan(500)
  expect(answer.bytes.toString(), label).not.toMatch(INSIDES)
  return answer
}

afterEach(async () => {
  expect((await inject({ url: '/health' })).status).toBe(200)
})

/** The calls that the requirements name: others' programs use them. Below `/api`. */
const DOCUMENTED = {
  GET: `campaignDetails/:id campaignDetailsById/partners campaignTypes categoriesActive cities cities/:id citiesActive
    countries countries/:id customerSupport getAddPartnerExcelDoc getLogedUserData getProductsExcel
    images/products/:image images/sliders/:image notifications partnerUsers partners partnersActive products
    products/pagination/active sliders sliders/:id stores/index technical_support technical_support/:id`,
  POST: `campaigns campaigns/:id catalogue/index_post catalogue/store catalogue_order/index categories cities countries
    excel/getSignedInPartners getCampaignPartnerList getMessagesByMessageThread login message_threads messages/admin
    messages/admin/sendMessageToEveryone notifications partnerCampaigns partnerCampaignsCash/:campaign_id partners
    partners/index partnersActive productCampaigns products/index products/pagination/active products/store
    products/update/:id saveAddPartnerExcelDoc saveCampaignPartners/:campaign_id saveQuantityPriceProductsExcel
    sliderWysWygImages sliders sliders/:id stores/add technical_support technical_support/:id userUpdate
    user_firebase_tokens/signed_in_partners users/add users/index`,
  PUT: `campaignDetails/:id campaigns/activate/:id catalogue/activateDeactivate/:id catalogue/update/:id
    changeDeliveryCampaignItemCart/:id cities/:id countries/:id sliders/:id sliders/activate/:id
    technical_support/activate/:id users/:id`,
  DELETE: `campaigns/:id catalogue/destroy/:id categories/:id cities/:id countries/:id customerSupport/:id sliders/:id
    technical_support/:id users/:id users/delete/:id`,
}

test('the documented calls keep their methods and paths', () => {
  const known = new Set(
    routes.flatMap(({ route }) => pathsOf(route).map((path) => `${route.method} ${path}`)),
  )
  const documented = Object.entries(DOCUMENTED).flatMap(([method, paths]) =>
    paths.split(/\s+/).map((path) => `${method} /api/${path}`),
  )
  expect(documented.filter((one) => !known.has(one))).toEqual([])
})

describe('OpenAPI document', () => {
  /** The verbs with which a summary begins. */
  const verbs = new Set(
    `List Search Get Count Read Check Preview Stream Download Export Import Sync Upload Create Update Edit Replace Save
    Set Add Remove Delete Deactivate Restore Undo Duplicate Move Show Mark Send Resend Reply Request Retry Cancel Withdraw
    Order Take Resolve Open Start Complete Confirm End Sign Register Rename Renew Reset Revoke Rotate Pause`.split(
      /\s+/,
    ),
  )

  test('summaries are short imperatives', () => {
    const isShort = ({ summary }: Route) =>
      summary.length <= 80 && !summary.includes('.') && verbs.has(summary.split(' ')[0] ?? '')
    expect(
      routes.filter(({ route }) => !isShort(route)).map(({ name, route }) => [name, route.summary]),
    ).toEqual([])
  })

  test('no two routes share a summary', () => {
    const summaries = routes.map(({ route }) => route.summary)
    expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([])
  })

  test('it has the summary and the description of every route and webhook', async () => {
    type Texts = Record<string, Pick<Route, 'summary' | 'description'>>
    const { body } = await inject<{ paths: Record<string, Texts>; webhooks: Record<string, Texts> }>({
      url: '/api/openapi.json',
    })
    for (const { name, route } of routes) {
      const texts = body.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      expect([name, texts?.summary, texts?.description]).toEqual([name, route.summary, route.description])
    }
    for (const [type, { label, description }] of Object.entries(webhookEvents)) {
      const texts = body.webhooks[type]?.post
      expect([type, texts?.summary]).toEqual([type, label.en])
      expect(texts?.description).toContain(description)
    }
  })
})

describe('authorisation', () => {
  test('every route of the contract is registered, and no other is under /api', () => {
    const declared = routes.flatMap(({ route }) => pathsOf(route).map((url) => `${route.method} ${url}`))
    expect(routes.length).toBeGreaterThan(40)
    expect(declared.filter((line) => !isMounted(line))).toEqual([])
    expect(mounted().filter((line) => !declared.includes(line) && !isDocs(line))).toEqual([])
  })

  test('no two routes share a path', () => {
    const declared = routes.flatMap(({ route }) => pathsOf(route).map((url) => `${route.method} ${url}`))
    expect(declared.filter((line, at) => declared.indexOf(line) !== at)).toEqual([])
  })

  test('requests without a token are rejected, except on public routes', async () => {
    expect(
      routes
        .filter(({ route }) => route.audience === 'public')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(PUBLIC)
    const before = await digest()
    for (const { route } of routes.filter(({ name }) => !PUBLIC.includes(name))) {
      for (const path of pathsOf(route)) {
        expect((await expectError(plain(route, path), path)).status, `${route.method} ${path}`).toBe(401)
      }
    }
    expect(await digest()).toBe(before)
  })

  test('a partner is rejected by every staff route, without any effect', async () => {
    const before = await digest()
    for (const { route } of staffRoutes) {
      for (const path of pathsOf(route)) {
        const { status } = await expectError(plain(route, path, bearer(partner)), path)
        expect(status, `${route.method} ${path}`).toBe(403)
      }
    }
    expect(await digest()).toBe(before)
  })

  test('staff are rejected by every portal route, without any effect', async () => {
    expect(partnerRoutes.every(({ route }) => route.path.startsWith('/api/app/'))).toBe(true)
    expect(staffRoutes.filter(({ route }) => route.path.startsWith('/api/app/'))).toEqual([])
    const before = await digest()
    for (const { route } of partnerRoutes) {
      for (const path of pathsOf(route)) {
        const { status } = await expectError(plain(route, path, bearer(staff)), path)
        expect(status, `${route.method} ${path}`).toBe(403)
      }
    }
    expect(await digest()).toBe(before)
  })

  test('staff are accepted by every staff route, partners by every portal route', async () => {
    for (const { name, route } of routes.filter(({ route }) => ends(route))) {
      const isPartner = route.audience === 'partner'
      const headers = name.endsWith('.logout')
        ? bearer(await signIn(isPartner ? 'partner' : 'staff'))
        : asOwn(route)
      const { status } = await inject(plain(route, route.path, headers))
      expect([401, 403], `${name} ${status}`).not.toContain(status)
      expect(status, name).toBeLessThan(500)
    }
  })

  test('an inactive partner is rejected everywhere with an earlier token', async () => {
    const { username, partner_id } = await makeUser(db, { partner: true })
    const token = await signIn(username)
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', partner_id).execute()
    for (const { route } of partnerRoutes) {
      expect((await expectError(plain(route, route.path, bearer(token)), route.path)).status).toBe(401)
    }
  })

  test('no spelling of a path and no override of the method bypasses the guard', async () => {
    const before = await digest()
    const isFirst = firstOfRule()
    const next = alternating()
    for (const { route } of staffRoutes) {
      const { url, ...rest } = plain(route, route.path, bearer(partner)) as InjectOptions & { url: string }
      const all = isFirst(route.method, url.split('/').length)
      const spelt = spellings(url)
      for (const spelled of all ? spelt : [next(spelt), next(spelt), next(spelt)]) {
        const { status } = await expectError({ ...rest, url: spelled }, spelled)
        expect([400, 403, 404], `${route.method} ${spelled}`).toContain(status)
      }
    }
    const override = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', ...bearer(staff) }
    await inject({
      method: 'GET',
      url: `/api/countries/${city.country_id}?_method=DELETE`,
      headers: override,
    })
    expect(await digest()).toBe(before)
  })

  test('HEAD needs the same token as GET; OPTIONS, TRACE and missing PATCH routes are rejected', async () => {
    const isFirst = firstOfRule()
    const next = alternating()
    const patched = routes
      .filter(({ route }) => route.method === 'PATCH')
      .map(({ route }) => new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`))
    for (const { route } of routes) {
      const options = plain(route, route.path)
      if (route.method === 'GET' && route.audience !== 'public') {
        const stranger = bearer(route.audience === 'partner' ? staff : partner)
        expect((await inject({ ...options, method: 'HEAD' })).status, route.path).toBe(401)
        expect((await inject({ ...options, method: 'HEAD', headers: stranger })).status).toBe(403)
      }
      const hasPatch = patched.some((one) => one.test(route.path))
      const methods = ['OPTIONS', 'TRACE', ...(hasPatch ? [] : ['PATCH'])] as HTTPMethods[]
      const all = isFirst(route.method, route.path.split('/').length)
      for (const method of all ? methods : [next(methods)]) {
        const { status, headers } = await expectError({ ...options, method: method as 'PATCH' }, route.path)
        expect([404, 405, 415], `${method} ${route.path} ${status}`).toContain(status)
        expect(headers['access-control-allow-origin']).toBeUndefined()
      }
    }
  })

  test('a token is accepted only in a single Authorization header', async () => {
    const url = '/api/getLogedUserData'
    const tries: InjectOptions[] = [
      { url, headers: { authorization: '' } },
      { url, headers: { authorization: 'Bearer' } },
      { url, headers: { authorization: 'Bearer ' } },
      { url, headers: { authorization: `Basic ${staff}` } },
      { url, headers: { authorization: `Bearer ${staff}x` } },
      { url, headers: { authorization: `Bearer ${staff} ${staff}` } },
      { url, headers: { authorization: `Bearer ${'a'.repeat(100_000)}` } },
      { url, headers: { authorization: [`Bearer ${staff}`, `Bearer ${staff}`] as unknown as string } },
      { url: `${url}?token=${staff}&access_token=${staff}` },
      { url, headers: { cookie: `token=${staff}; session=${staff}`, 'x-access-token': staff } },
    ]
    for (const one of tries) expect((await inject(one)).status, JSON.stringify(one).slice(0, 120)).toBe(401)
    expect((await inject({ url, headers: bearer(staff) })).status).toBe(200)
  })

  test('a signed token of another system is rejected', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const head of [
      { alg: 'none' },
      { alg: 'HS256', kid: '../../' },
      { alg: 'RS256', jku: 'http://x/' },
    ]) {
      const token = `${part(head)}.${part({ id: staffUser.id, role: 'user_admin' })}.`
      expect((await inject({ url: '/api/users', headers: bearer(token) })).status).toBe(404)
      expect((await inject({ url: '/api/home', headers: bearer(token) })).status).toBe(401)
    }
  })
})

describe('validation', () => {
  test('an invalid id is rejected on every path with one', async () => {
    const before = await digest()
    const isFirst = firstOfRule()
    const next = alternating()
    for (const { route } of routes) {
      for (const path of pathsOf(route).filter((one) => one.includes(':'))) {
        const [, field = ''] = /:(\w+)/.exec(path) ?? []
        const all = isFirst(route.method, field, route.params && ruleOf(route.params, [field]))
        for (const bad of all ? BAD_IDS : [next(BAD_IDS), next(BAD_IDS)]) {
          const options = plain(route, path.replace(/:\w+/, bad), asOwn(route))
          const { status } = await expectError(options, `${route.method} ${path} ${bad}`)
          expect([400, 404, 414, 422], `${route.method} ${path} ${bad}`).toContain(status)
        }
      }
    }
    expect(await digest()).toBe(before)
  })

  test('a field of a wrong type is rejected in every body, without any effect', async () => {
    const wrong = Object.entries<unknown>({ ...BAD_VALUES, ...HOSTILE_VALUES })
    const isFirst = firstOfRule()
    const hostile = Object.entries<unknown>(HOSTILE_VALUES)
    const next = alternating()
    for (const { name, route } of routes.filter(({ route }) => route.body)) {
      const schema = route.body as z.ZodMiniType
      const before = await digest()
      for (const path of fieldsOf(schema)) {
        const all = isFirst(ruleOf(schema, path), isIgnored(name, path), LOGINS.includes(name))
        // The size limit is a property of the route.
        const some = isFirst(route.bodyBytes) ? hostile : [next(hostile)]
        for (const [what, value] of all ? wrong : some) {
          const label = `${name} ${path.join('.')} ${what}`
          const text = JSON.stringify(withField(schema, path, value))
          const fits = schema.safeParse(JSON.parse(text)).success
          const judgedLater = LOGINS.includes(name)
          if (what in HOSTILE_VALUES && !isIgnored(name, path))
            expect(fits && !judgedLater, label).toBe(false)
          if (!fits || judgedLater) await expectError(json(route, text), label)
        }
      }
      expect(await digest(), name).toBe(before)
    }
  })

  test('a body that is no object, or has an unknown field, is rejected by every route', async () => {
    const isFirst = firstOfRule()
    const nextOf = alternating()
    for (const { name, route } of routes.filter(({ route }) => route.body)) {
      const before = await digest()
      const sample = JSON.stringify(sampleOf(route.body as z.ZodMiniType) ?? {})
      const more = (field: string) => sample.replace(/^\{/, `{${field}${sample === '{}' ? '' : ','}`)
      const unknown = [
        '"is_admin":true',
        '"constructor":1',
        '"toString":{"x":1}',
        '"__proto__":{"x":1}',
        '"":1',
      ].map(more)
      const nothing = (route.body as z.ZodMiniType).safeParse(undefined).success ? [] : ['', 'null']
      const texts = [...nothing, '[]', '"x"', '5', 'true', ...unknown, more('"x":1,"x":1')]
      const all = isFirst(route.method, nothing.length)
      for (const text of all ? texts : [nextOf(texts), nextOf(unknown)]) {
        const { status } = await expectError(json(route, text), `${name} ${text}`)
        expect([400, 422], `${name} ${text}`).toContain(status)
      }
      expect(await digest(), name).toBe(before)
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('a body is rejected by every route that takes none, without any effect', async () => {
    const isFirst = firstOfRule()
    const next = alternating()
    const before = await digest()
    const texts = ['{"x":1}', '{"__proto__":1}', '{"version":1}', '[]', '[{}]', '5', '"x"', '""', 'false']
    const taking = ({ body, files, lines }: Route) => body || files || lines
    for (const { name, route } of routes.filter(({ route }) => route.method !== 'GET' && !taking(route))) {
      for (const text of isFirst(route.method) ? texts : [texts[0], next(texts)]) {
        const { status } = await expectError(json(route, text ?? ''), `${name} ${text}`)
        expect([name, text, status]).toEqual([name, text, /__proto__/.test(text ?? '') ? 400 : 422])
      }
    }
    for (const { name, route } of routes.filter(({ route }) => route.method !== 'GET' && !route.files)) {
      const { status, body } = await expectError(await multipart(route, { x: '1' }), name)
      // An invalid path is rejected first.
      const isPathWrong = Object.keys(body.errors ?? {}).some((field) => route.path.includes(`:${field}`))
      expect([name, status]).toEqual([name, isPathWrong ? 422 : 415])
    }
    for (const { name, route } of routes.filter(({ route }) => route.files && !route.form)) {
      const { status, body } = await expectError(await multipart(route, { x: '1' }), name)
      expect([name, status, body.errors]).toMatchObject([name, 422, { x: ['validation.unknown_field'] }])
    }
    expect(await digest()).toBe(before)
  })

  test('a route that takes no body may be sent an empty one', async () => {
    for (const text of ['', '{}', 'null'])
      expect((await inject(json(portalNotifications.readAll, text))).status, text).toBe(200)
  })

  test('an invalid query is rejected by every route that reads one', async () => {
    const isFirst = firstOfRule()
    const next = alternating()
    for (const { name, route } of routes.filter(({ route }) => route.query)) {
      const id = route.path.includes('/campaigns/') ? campaign.id : slider.id
      const path = route.path
        .replace(':table', 'products')
        .replace(':campaign_id', String(campaign.id))
        .replace(':id', String(id))
      for (const [field = ''] of fieldsOf(route.query as z.ZodMiniType)) {
        const all = isFirst(ruleOf(route.query as z.ZodMiniType, [field]))
        for (const text of all ? BAD_QUERY_TEXTS : [next(BAD_QUERY_TEXTS)]) {
          const fits = (route.query as z.ZodMiniType).safeParse({ [field]: text }).success
          const query = new URLSearchParams([[field, text]])
          const answer = await inject({ url: `${path}?${query}`, headers: asOwn(route) })
          const right = /(^|_)(id|of|in|list)$/.test(field) ? [200, 404] : [200] // of a record that may not exist
          expect(fits ? right : [422], `${name} ${query}`.slice(0, 200)).toContain(answer.status)
        }
        const twice = { url: `${path}?${field}={}&${field}={}`, headers: asOwn(route) }
        expect((await expectError(twice, name)).status).toBe(422)
      }
    }
  })

  test('an unknown part of the query is rejected by every route, without any effect', async () => {
    const unknown = ['x', '__proto__', 'constructor', 'filters[name]', 'toString']
    const isFirst = firstOfRule()
    const next = alternating()
    const before = await digest()
    for (const { name, route } of routes) {
      for (const field of isFirst(route.method, Boolean(route.query)) ? unknown : [next(unknown)]) {
        const path = `${route.path}?${encodeURIComponent(field)}=1`
        const { status, body } = await expectError(plain(route, path, asOwn(route)), `${name} ${field}`)
        // Pages that show a public picture may add a query; this one does not exist.
        if (name.endsWith('.picture')) expect([name, status]).toEqual([name, 404])
        else
          expect([name, status, Object.keys(body.errors ?? {})]).toEqual([
            name,
            422,
            expect.arrayContaining([field]),
          ])
      }
    }
    expect(await digest()).toBe(before)
  })

  test('an invalid form field is rejected by every upload, without any effect', async () => {
    const texts = Object.entries(BAD_TEXTS)
    const isFirst = firstOfRule()
    const next = alternating()
    for (const { name, route } of routes.filter(({ route }) => route.form)) {
      const schema = route.form as z.ZodMiniType
      const before = await digest()
      const fields = [...fieldsOf(schema), ['x'], ['constructor'], ['__proto__'], ['']]
      for (const path of fields) {
        const all = isFirst(ruleOf(schema, path))
        for (const [what, value] of all ? texts : [next(texts), next(texts)]) {
          const input = withField(schema, path, value) as Record<string, string>
          if (schema.safeParse(input).success) continue
          const { status } = await expectError(await multipart(route, input), `${name} ${path} ${what}`)
          // 436 where only a date is invalid
          expect([400, 413, 422, 436], `${name} ${path} ${what}`).toContain(status)
        }
      }
      expect(await digest(), name).toBe(before)
    }
  })
})

test('no response has a password, a hash or a token', async () => {
  const secret = /passw|hash|secret|token/i
  const ids: Record<string, number> = {
    countries: city.country_id,
    cities: city.country_id,
    categories: category.id,
    products: product.id,
    sliders: slider.id,
    storeContacts: store.id,
    partners: partnerUser.partner_id ?? 0,
    users: partnerUser.partner_id ?? 0,
  }
  let seen = 0
  const reading = [...staffRoutes, ...partnerRoutes].filter(
    ({ route }) => (route.method === 'GET' || /index/.test(route.path)) && ends(route),
  )
  for (const { name, route } of reading) {
    const id = ids[name.split('.')[0] ?? '']
    const query = route.query
      ? `?${new URLSearchParams(sampleOf(route.query) as Record<string, string>)}`
      : ''
    const path = route.path.replace(':table', 'products').replace(':campaign_id', String(campaign.id))
    const url = path.replace(':id', String(id ?? 1)) + query
    const { status, body, bytes } = await inject<unknown>({ ...plain(route, url, asOwn(route)), url })
    // For features not in this list there may be no record, and the response is a 404.
    expect(id === undefined ? [200, 404] : [200], `${name} ${url}`).toContain(status)
    expect(
      keysOf(body).filter((key) => secret.test(key) || (route.audience === 'partner' && key === 'pin')),
      name,
    ).toEqual([])
    expect(bytes.includes('$argon2'), name).toBe(false)
    seen += keysOf(body).length
  }
  expect(seen).toBeGreaterThan(100)
})

function isMounted(line: string) {
  const [method, url = ''] = line.split(' ')
  return app.hasRoute({ method: method as HTTPMethods, url })
}

/** All routes that Fastify has, without HEAD. */
function mounted() {
  const lines = app.printRoutes({ commonPrefix: false }).matchAll(/(\/api\S*) \(([A-Z, ]+)\)/g)
  return [...lines].flatMap(([, url, methods = '']) =>
    methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${url}`),
  )
}

const spellings = (url: string) => [
  `/${url}`,
  url.replace('/api', '/API'),
  url.replace('/api/', '/api%2F'),
  url.replace('/api/', '/api%2f%2f'),
  url.replace('/api/', '/api//'),
  url.replace('/api/', '/api;x/'),
  url.replace('/api/', '/%61pi/'),
  url.replace('/api/', '/api\\'),
  `${url}/`,
  `${url};x`,
  `${url}%20`,
  `${url}%00`,
  `${url}.json`,
]

// Ignored by handlers: old clients send them.
const isIgnored = (name: string, path: string[]) => name.startsWith('users.') && path[0] === 'partner'

const json = (route: Route, payload: string): InjectOptions => ({
  ...plain(route, route.path, { ...asOwn(route), 'content-type': 'application/json' }),
  payload,
})

async function multipart(route: Route, fields: Record<string, string>): Promise<InjectOptions> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const encoded = new Response(form)
  return {
    ...plain(route, route.path, {
      ...asOwn(route),
      'content-type': encoded.headers.get('content-type') ?? '',
    }),
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
}
