import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import type { InjectOptions } from 'fastify'
import { afterAll, expect } from 'vitest'
import { type AppOptions, buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import { startMaintenance } from '../src/lib/jobs/maintenance.ts'
import { makePartner, makeUser, makeUserWithout, PASSWORD } from './make.ts'
import { noteLateLocks } from './publish-last.ts'
import { startS3 } from './s3-server.ts'
import { scratch } from './scratch.ts'
import { migrationsDir } from './template.ts'

/** A response: the parsed JSON if it is JSON, and the bytes. `body` has the type of the route's response. */
interface Answer<Body> {
  status: number
  headers: Record<string, unknown>
  body: Body
  bytes: Buffer
}

type Options = Partial<
  Pick<
    AppOptions,
    | 'logger'
    | 'maintenance'
    | 'jobTiming'
    | 'pushTiming'
    | 'mailTiming'
    | 'webhookTiming'
    | 'resolveHost'
    | 'requestTimeout'
    | 'webDir'
  >
>

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Opens a free port of this machine for an app. */
export async function listen(app: Awaited<ReturnType<typeof buildApp>>) {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, port: Number(new URL(origin).port) }
}

/** A fresh database with apps as nodes. Closed after the file's tests. */
async function startNodes(env: NodeJS.ProcessEnv, options: Options) {
  const place = await scratch({ migrated: true })
  // Tests of files run with both storages: one test file imports another with this variable set.
  const storage = process.env.KONTOR_TEST_FILES === 's3' ? await startS3() : undefined
  const files = storage ? { FILES_URL: storage.url() } : {}
  const config: Config = readConfig({ DATA_DIR: place.dataDir, DEMO: '0', ...files, ...env })
  // Long timeouts, because test files share one machine.
  const database = await openDatabase<Schema>({ ...place, migrationsDir, waitMs: 60_000 })
  const late: string[] = []
  noteLateLocks(database.pool, late)
  const maintenance = startMaintenance({ log: () => {} })
  const apps: Awaited<ReturnType<typeof buildApp>>[] = []
  /** Another app on the same database, as a second node. */
  async function another(more: Partial<AppOptions> = {}) {
    const fixed = { config, database, maintenance, migrationsDir, webDir: '/nowhere', demo: false }
    const jobTiming = { schedule: false, ...options.jobTiming, ...more.jobTiming }
    const built = await buildApp({ ...fixed, ...options, ...more, jobTiming })
    apps.push(built)
    return built
  }
  const ends: (() => Promise<unknown>)[] = []
  /** Runs this after the file's tests, when the apps are closed. */
  const atEnd = (work: () => Promise<unknown>) => void ends.push(work)
  /** Other connections to the same database, as a second node has them. */
  async function anotherPool() {
    const other = await openDatabase<Schema>({ ...place, waitMs: 60_000 })
    noteLateLocks(other.pool, late)
    atEnd(() => other.close())
    return other
  }
  afterAll(async () => {
    for (const one of apps) await one.close()
    for (const end of ends) await end()
    await maintenance.stop()
    await database.close()
    await place.drop()
    await storage?.stop()
    expect(late, 'locks of a transaction that has published').toEqual([])
  })
  return { config, database, another, anotherPool, atEnd }
}

/**
 * The whole app on a fresh database, without a port. `staff` and `partner` are tokens of users who signed in over HTTP.
 * Closed after the file's tests.
 */
export async function startApp(env: NodeJS.ProcessEnv = {}, options: Options = {}) {
  const { config, database, another, anotherPool, atEnd } = await startNodes(env, options)
  const app = await another()

  async function inject<Body = ErrorBody>(options: InjectOptions, node = app): Promise<Answer<Body>> {
    const response = await node.inject(options)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (isJson && response.rawPayload.length > 0 ? response.json() : undefined) as Body, // typed by the caller
      bytes: response.rawPayload,
    }
  }

  /** Calls a route of the contract; `as` is a token, null for none. Error responses do not throw. */
  async function call<const R extends Route>(
    route: R,
    input: RequestInput<R>,
    as: string | null = staff,
    node = app,
  ): Promise<Answer<ResponseBody<R> & ErrorBody>> {
    return inject(await requestOf(route, input, as), node)
  }

  async function signIn(username: string, password = PASSWORD): Promise<string> {
    const { body } = await inject<{ token: string }>({
      method: 'POST',
      url: '/api/login',
      payload: { username, password },
    })
    return body.token
  }

  /** A new user with these values, and its token. */
  async function makeSignedIn(values?: Parameters<typeof makeUser>[1]) {
    const user = await makeUser(database.db, values)
    return { user, token: await signIn(user.username) }
  }
  const tokenOf = async (values?: Parameters<typeof makeUser>[1]) => (await makeSignedIn(values)).token
  /** A new partner with these values, a user of it, and the user's token. */
  async function makeCustomer(values?: Parameters<typeof makePartner>[1]) {
    const partner = await makePartner(database.db, values)
    return { partner, ...(await makeSignedIn({ partner_id: partner.id })) }
  }
  /** A token of a new user of the staff whose role lacks these permissions. */
  const tokenWithout = async (...revoked: Permission[]) =>
    signIn((await makeUserWithout(database.db, revoked)).username)

  const staffUser = await makeUser(database.db, { username: 'staff' })
  const partnerUser = await makeUser(database.db, { username: 'partner', partner: true })
  const staff = await signIn('staff')
  const partner = await signIn('partner')
  return {
    app,
    another,
    anotherPool,
    atEnd,
    config,
    db: database.db,
    database,
    inject,
    call,
    signIn,
    makeSignedIn,
    makeCustomer,
    tokenOf,
    tokenWithout,
    staff,
    partner,
    staffUser,
    partnerUser,
  }
}

/** A record in calls: `call(route, { params: idOf(record), body })`, and by its id `call(route, at(id))`. */
export const idOf = ({ id }: { id: number }) => ({ id: String(id) })
export const at = (id: number) => ({ params: { id: String(id) } })

/** The HTTP request of a route's call. */
export async function requestOf(
  route: Route,
  input: {
    params?: object
    query?: object
    body?: unknown
    form?: object
    files?: object
    idempotencyKey?: string
  },
  as: string | null,
): Promise<InjectOptions> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)?.[name])),
  )
  const query = new URLSearchParams(input.query as Record<string, string>)
  const headers: Record<string, string> = as === null ? {} : { authorization: `Bearer ${as}` }
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey
  const url = query.size > 0 ? `${path}?${query}` : path
  if (!route.files)
    return { method: route.method, url, headers, ...(input.body ? { payload: input.body as object } : {}) }
  const form = new FormData()
  for (const [name, value] of Object.entries(input.form ?? {}))
    if (value !== undefined) form.append(name, String(value))
  for (const [name, file] of Object.entries(input.files ?? {})) if (file) form.append(name, file as Blob)
  const multipart = new Response(form)
  headers['content-type'] = multipart.headers.get('content-type') ?? ''
  return { method: route.method, url, headers, payload: Buffer.from(await multipart.arrayBuffer()) }
}
