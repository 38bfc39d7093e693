import { isIP } from 'node:net'
import { isPassword, normalizeUsername, username } from '@kontor/contract/lib/fields/identity'
import { isShortPassword } from '@kontor/contract/lib/fields/short-password'
import { StartupError } from './lib/database/database-errors.ts'
import { type MailSettings, readMailSettings } from './lib/jobs/mail/settings.ts'
import { type PushSettings, readPushSettings } from './lib/jobs/push/settings.ts'
import { readFilesSettings, type S3Settings } from './lib/storage/settings.ts'

/** The configuration, read from the environment once at the start. The table in the README lists the variables. */
export interface Config {
  port: number
  host: string
  /** The public address of the app, without a path: used for links in mails and for passkeys. */
  publicUrl: URL | undefined
  /** Whether only this machine can call the server: it listens on loopback, without a proxy in front. */
  isPrivate: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** The bucket of the files; undefined when they are on the disk. */
  s3: S3Settings | undefined
  /** A streaming replica of `databaseUrl`, for lists and their files. */
  databaseReplicaUrl: string | undefined
  adminUsername: string
  adminPassword: string | undefined
  /** Whether an empty database is filled with demo data. */
  demo: boolean
  sessionHours: number
  passwordMinLength: number
  /** Number of proxies in front of the server, or their addresses: their X-Forwarded-For is trusted. */
  trustProxy: false | string | ((address: string, hop: number) => boolean)
  metricsToken: string | undefined
  /** Number of automatic backups of the embedded PostgreSQL; 0 disables them. */
  backupRetention: number
  /** URL of map tiles with {z}, {x}, {y} and maybe {s}. */
  mapTileUrl: string | undefined
  push: PushSettings
  /** Without it no mails are sent. */
  mail: MailSettings | undefined
  /** Whether webhooks may call private networks, also without encryption. */
  webhookAllowPrivate: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Former names of variables, which still work. */
const formerNames = {
  BACKUP_KEEP: 'BACKUP_RETENTION',
  MAP_TILES: 'MAP_TILE_URL',
  WEBHOOK_PRIVATE: 'WEBHOOK_ALLOW_PRIVATE',
} as const

/** One line for each variable that is set by its former name. */
export const renamedSettings = (env: NodeJS.ProcessEnv) =>
  Object.entries(formerNames).flatMap(([former, name]) =>
    env[former]?.trim() ? [`${former} is now called ${name}; the former name still works.`] : [],
  )

/** Reads the configuration. Throws StartupError that names every invalid variable. */
export function readConfig(processEnv: NodeJS.ProcessEnv): Config {
  const renamed = Object.entries(formerNames).map(([former, name]) => [
    name,
    processEnv[name] ?? processEnv[former],
  ])
  const env: NodeJS.ProcessEnv = { ...processEnv, ...Object.fromEntries(renamed) }
  const wrong: string[] = []
  const { text, whole, flag } = variables(env, wrong)
  const databaseUrl = postgresAddress(text, 'DATABASE_URL', wrong)
  const databaseReplicaUrl = postgresAddress(text, 'DATABASE_REPLICA_URL', wrong)
  if (databaseReplicaUrl && !databaseUrl)
    wrong.push('DATABASE_REPLICA_URL must be set together with DATABASE_URL, its primary')
  const logLevel = LOG_LEVELS.find((level) => level === (text('LOG_LEVEL') ?? 'info'))
  if (!logLevel) wrong.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)
  const passwordMinLength = whole('PASSWORD_MIN_LENGTH', 4, 4, 128)
  const admin = firstAdmin(env, passwordMinLength, wrong)
  const trustProxy = proxies(text('TRUST_PROXY') ?? '0')
  if (trustProxy === undefined) {
    wrong.push('TRUST_PROXY must be the number of proxies or their addresses, separated by commas')
  }
  const mapTileUrl = text('MAP_TILE_URL')
  if (mapTileUrl && tileHosts(mapTileUrl).length === 0) {
    wrong.push('MAP_TILE_URL must be an http address with {z}, {x} and {y}')
  }
  const host = text('HOST') ?? '127.0.0.1'
  const isPrivate = isLoopback(host) && !trustProxy
  const publicUrl = publicAddress(text('PUBLIC_URL'), wrong)
  const config: Config = {
    port: whole('PORT', 3000, 0, 65_535),
    host,
    publicUrl,
    isPrivate,
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl,
    s3: readFilesSettings(text, wrong),
    databaseReplicaUrl,
    ...admin,
    demo: flag('DEMO', !databaseUrl && isPrivate),
    sessionHours: whole('SESSION_HOURS', 12, 1, 24 * 90),
    passwordMinLength,
    trustProxy: trustProxy ?? false,
    metricsToken: text('METRICS_TOKEN'),
    backupRetention: whole('BACKUP_RETENTION', 7, 0, 1000),
    mapTileUrl,
    push: readPushSettings(text, wrong),
    mail: readMailSettings(text, publicUrl, wrong),
    webhookAllowPrivate: flag('WEBHOOK_ALLOW_PRIVATE', false),
    logLevel: logLevel ?? 'info',
  }
  if (wrong.length > 0) throw new StartupError(`${wrong.join('; ')}.`)
  return config
}

/** Readers of variables by type; problems are pushed to `wrong`. */
function variables(env: NodeJS.ProcessEnv, wrong: string[]) {
  const text = (name: string) => env[name]?.trim() || undefined
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const typed = text(name)
    if (typed === undefined) return fallback
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
    if (value >= min && value <= max) return value
    wrong.push(`${name} must be a whole number from ${min} to ${max}`)
    return fallback
  }
  const flag = (name: string, fallback: boolean) => {
    const value = text(name)
    if (value === undefined) return fallback
    if (!/^(0|1|true|false)$/.test(value)) wrong.push(`${name} must be 0 or 1`)
    return value === '1' || value === 'true'
  }
  return { text, whole, flag }
}

function postgresAddress(text: (name: string) => string | undefined, name: string, wrong: string[]) {
  const value = text(name)
  if (value && !/^postgres(ql)?:\/\//.test(value))
    wrong.push(`${name} must begin with postgres:// or postgresql://`)
  // As pg reads it: the host may be missing, and blanks are allowed.
  else if (value && !URL.canParse(value.replaceAll(' ', '%20').replace('@/', '@host/'), 'postgres://base'))
    wrong.push(`${name} must be an address, with # / ? % of a password as %23 %2F %3F %25`)
  return value
}

/** The first user of an empty database; the password is not trimmed. */
function firstAdmin(env: NodeJS.ProcessEnv, passwordMinLength: number, wrong: string[]) {
  const adminPassword = env.ADMIN_PASSWORD || undefined
  if (adminPassword && isShortPassword(adminPassword, passwordMinLength)) {
    wrong.push(`ADMIN_PASSWORD must have at least ${passwordMinLength} characters`)
  }
  if (adminPassword && !isPassword(adminPassword)) {
    wrong.push('ADMIN_PASSWORD must be text of at most 1024 bytes')
  }
  const adminUsername = normalizeUsername(env.ADMIN_USERNAME?.trim() || 'admin')
  if (!username.safeParse(adminUsername).success) {
    wrong.push('ADMIN_USERNAME must be a word of at most 100 characters')
  }
  return { adminUsername, adminPassword }
}

function publicAddress(value: string | undefined, wrong: string[]): URL | undefined {
  const url = value === undefined ? null : URL.parse(value)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && !url.username && url.href.replace(/\/$/, '') === url.origin
  if (value !== undefined && !isOrigin)
    wrong.push('PUBLIC_URL must be an http or https address without a path, such as https://kontor.example')
  return isOrigin ? url : undefined
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** The hosts of map tiles for the content security policy; empty when the URL is invalid. */
export function tileHosts(tiles = ''): string[] {
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => tiles.includes(part))
  const [, scheme, host = ''] =
    /^(https?):\/\/([a-z0-9.-]+(?::\d+)?|\{s\}\.[a-z0-9.-]+)\/\S+$/i.exec(tiles) ?? []
  return isTemplate && scheme ? [`${scheme}://${host.replace('{s}', '*')}`] : []
}

/**
 * A number counts proxies from the server outwards, so that a header of the client is never trusted; undefined when the
 * text is neither a number nor a list of addresses.
 */
function proxies(value: string): Config['trustProxy'] | undefined {
  const count = value === 'true' ? 1 : value === 'false' ? 0 : /^\d$/.test(value) ? Number(value) : undefined
  if (count !== undefined) return count > 0 && ((_address, hop) => hop < count)
  return value.split(',').every((one) => isProxyAddress(one.trim())) ? value : undefined
}

function isProxyAddress(entry: string) {
  const [address = '', bits] = entry.split('/', 2)
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isNamed = /^(loopback|linklocal|uniquelocal)$/.test(entry)
  return isNamed || (widest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest)))
}
