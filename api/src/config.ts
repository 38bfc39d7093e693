import { StartupError } from './kit/database-errors.ts'

/** Everything that can be set, read from the environment once at the start. The README's table lists the same. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  adminUsername: string
  adminPassword: string | undefined
  /** Whether an empty database is filled with demo data. */
  demo: boolean
  sessionHours: number
  passwordMinLength: number
  /** Addresses of proxies whose X-Forwarded-For is believed; false believes none. */
  trustProxy: boolean | string
  metricsToken: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Reads the configuration. Throws StartupError naming every variable with a bad value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const wrong: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const given = text(name)
    if (given === undefined) return fallback
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
    if (value >= min && value <= max) return value
    wrong.push(`${name} must be a whole number from ${min} to ${max}`)
    return fallback
  }
  const flag = (name: string, fallback: boolean) => {
    const given = text(name)
    if (given === undefined) return fallback
    if (!/^(0|1|true|false)$/.test(given)) wrong.push(`${name} must be 0 or 1`)
    return given === '1' || given === 'true'
  }
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    wrong.push('DATABASE_URL must begin with postgres:// or postgresql://')
  }
  const logLevel = LOG_LEVELS.find((level) => level === (text('LOG_LEVEL') ?? 'info'))
  if (!logLevel) wrong.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)
  const adminPassword = env.ADMIN_PASSWORD || undefined
  const passwordMinLength = whole('PASSWORD_MIN_LENGTH', 4, 4, 128)
  if (adminPassword && adminPassword.length < passwordMinLength) {
    wrong.push(`ADMIN_PASSWORD must have at least ${passwordMinLength} characters`)
  }
  const proxy = text('TRUST_PROXY')
  const config: Config = {
    port: whole('PORT', 3000, 0, 65_535),
    host: text('HOST') ?? '127.0.0.1',
    dataDir: text('DATA_DIR') ?? './data',
    databaseUrl,
    adminUsername: (text('ADMIN_USERNAME') ?? 'admin').toLowerCase(),
    adminPassword,
    demo: flag('DEMO', !databaseUrl),
    sessionHours: whole('SESSION_HOURS', 12, 1, 24 * 90),
    passwordMinLength,
    trustProxy:
      proxy === '1' || proxy === 'true' ? true : proxy && proxy !== '0' && proxy !== 'false' ? proxy : false,
    metricsToken: text('METRICS_TOKEN'),
    logLevel: logLevel ?? 'info',
  }
  if (wrong.length > 0) throw new StartupError(`${wrong.join('; ')}.`)
  return config
}
