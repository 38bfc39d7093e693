import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import { flushCompileCache, SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, readConfig, renamedSettings } from './config.ts'
import { demoLogins, hasDemo } from './demo/logins.ts'
import { createFirstUser, ensureDirector, hasNoUsers } from './features/users/startup.ts'
import { startBackups } from './lib/backup/automatic.ts'
import { type Database, openDatabase } from './lib/database/database.ts'
import { StartupError } from './lib/database/database-errors.ts'
import { closeDataDir } from './lib/database/embedded/data-dir.ts'
import { explain, rejectOldDataFolder } from './lib/database/embedded/startup-error.ts'
import type { Schema } from './lib/database/schema.ts'
import { startMaintenance } from './lib/jobs/maintenance.ts'
import { Replica } from './lib/lists/replica/replica.ts'
import { recordStorageLocation, requireOwnDatabase } from './lib/storage/location.ts'
import { proveS3 } from './lib/storage/s3.ts'
import { migrationsDir, webDir } from './root.ts'

/** Output for the operator; requests are logged in the structured log. */
const print = (line: string) => process.stdout.write(`${line}\n`)

const SOON = 2000

/**
 * Collects garbage after the start, which frees about a third of the memory; V8 itself would keep it until a busy hour.
 * Runs once, after the first requests, and takes some 50 ms; while one is answered it waits, because it takes four times
 * as long with the rows of a large import in memory.
 */
function releaseMemory(server: Server) {
  const answers = new Set<ServerResponse>()
  const note = (_request: unknown, answer: ServerResponse) => {
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
  }
  server.on('request', note)
  const timer = setInterval(() => {
    if (answers.values().some(({ headersSent }) => !headersSent)) return
    clearInterval(timer)
    server.off('request', note)
    setFlagsFromString('--expose-gc')
    const collect: (how: object) => void = runInNewContext('gc') // V8 offers no other way
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, SOON).unref()
}

async function start(config: Config) {
  closeDataDir(config.dataDir, print)
  if (config.s3) await proveS3(config.s3)
  if (!config.databaseUrl) {
    rejectOldDataFolder(config.dataDir)
    await requireOwnDatabase(config)
  }
  print(`Opening ${config.databaseUrl ? 'PostgreSQL' : `the database in ${resolve(config.dataDir)}`} …`)
  const database = await openDatabase<Schema>({ ...config, migrationsDir, log: print, onFatal: exitOnFatal })
  await recordStorageLocation(database.pool, config, print)
  const replica = config.databaseReplicaUrl
    ? new Replica({ url: config.databaseReplicaUrl, primary: database.pool, log: print })
    : undefined
  await replica?.ping()
  await firstStart(database, config)
  const direktor = await ensureDirector(database.db)
  if (direktor) print(`No active user had the role Direktor: ${direktor.username} has it now.`)
  const maintenance = startMaintenance({ log: print })
  // An external PostgreSQL server has its own backup tools.
  if (!config.databaseUrl)
    startBackups({ ...database, ...config, retention: config.backupRetention, maintenance })
  const demo = await hasDemo(database.db)
  if (demo && !config.demo && !config.isPrivate) throw new StartupError(OPEN_DEMO)
  const app = await buildApp({
    config,
    database,
    replica,
    maintenance,
    migrationsDir,
    webDir,
    demo,
    logger: loggerOf(config),
  })
  closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'stopping because of an error')
    else print('Stopping …')
    // Side by side: what the app waits for may take most of the ten seconds.
    await Promise.all([app.close(), maintenance.stop()])
    await replica?.close()
    await database.close()
  })
  const address = await app.listen({ port: config.port, host: config.host })
  print(`\nKontor is ready: ${address}`)
  releaseMemory(app.server)
  flushCompileCache() // now, because the process may be killed
  if (demo) await printDemoAccounts(database)
}

const OPEN_DEMO =
  'Other machines can reach this server, and the demo data in its database has accounts with a known password: begin with an empty DATA_DIR or database, or set DEMO=1 if that is meant.'

async function printDemoAccounts({ db }: Database<Schema>) {
  const { demo, demo_partner } = await demoLogins(db)
  if (demo) print(`Demo data: sign in as ${demo.username} with the password ${demo.password}.`)
  if (demo_partner)
    print(`Partners' app at /app: as ${demo_partner.username} with the password ${demo_partner.password}.`)
}

/** Fills an empty database, and prints its first account once and at once: the rest of the start may fail. */
async function firstStart({ db }: Database<Schema>, config: Config) {
  if (!(await hasNoUsers(db))) return
  const password = config.adminPassword ?? randomBytes(12).toString('base64url')
  if (config.demo) print('First start: adding demo data …')
  const created = config.demo
    ? await fillDemo(password)
    : await createFirstUser(db, config.adminUsername, password)
  if (!created) return // another node did it
  print(
    config.adminPassword
      ? `Administrator: ${config.adminUsername}, with the password from ADMIN_PASSWORD.`
      : `Administrator: ${config.adminUsername}, password ${password} (shown only now: note it or change it).`,
  )
}

/** Resolves to whether this start added the first user; another node may have done it. */
async function fillDemo(password: string): Promise<boolean> {
  const env = { ...process.env, ADMIN_PASSWORD: password }
  const script = fileURLToPath(new URL('./demo/fill.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env }).catch((error) => {
    throw new StartupError(`The demo data could not be added: ${error.stderr.trim()}`)
  })
  return stdout === 'created'
}

const loggerOf = ({ logLevel }: Config) => ({
  level: logLevel,
  redact: ['req.headers.authorization', 'password', '*.password', 'token', '*.token'],
  serializers: { err: (error: Error) => withSources(pino.stdSerializers.err(error)) },
})

/**
 * A stack whose places in the built API are those of its sources. The maps are read when the first error is written: Node
 * itself would read them at every start, for 5 MB and some 30 ms.
 */
function inSources(stack: string): string {
  return stack.replace(/(file:[^\s()]+\.js):(\d+):(\d+)/g, (place, url: string, line, column) => {
    const file = fileURLToPath(url)
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string) {
  if (!maps.has(file)) {
    const written = `${file}.map`
    maps.set(file, existsSync(written) ? new SourceMap(JSON.parse(readFileSync(written, 'utf8'))) : undefined)
  }
  return maps.get(file)
}

const withSources = (error: pino.SerializedError) => Object.assign(error, { stack: inSources(error.stack) })

function exitOnFatal(error: Error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

try {
  for (const line of renamedSettings(process.env)) print(line)
  const config = readConfig(process.env)
  await start(config).catch((error) => {
    throw explain(error, config)
  })
} catch (error) {
  const startupError =
    error instanceof StartupError ? error.message : isListenError(error) ? listenMessage(error) : undefined
  process.stderr.write(`${startupError ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}

function listenMessage({ code, message }: NodeJS.ErrnoException) {
  return code === 'EADDRINUSE'
    ? 'The port is taken by another program. Stop it, or choose another with PORT.'
    : `Cannot listen (${message}).`
}
