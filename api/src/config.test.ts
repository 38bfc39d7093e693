import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig, renamedSettings, tileHosts } from './config.ts'

describe('settings', () => {
  test.for([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'mysql://localhost/kontor'],
    ['DATABASE_URL', 'postgres://kontor:pa#ss@db/kontor'],
    ['FILES_URL', 'https://s3.example.com/bucket'],
    ['DATABASE_REPLICA_URL', 'kontor-replica:5432'],
    ['DATABASE_REPLICA_URL', 'postgres://replica/kontor'], // without DATABASE_URL
    ['LOG_LEVEL', 'loud'],
    ['SESSION_HOURS', '0'],
    ['SESSION_HOURS', '1e3'],
    ['PASSWORD_MIN_LENGTH', '3'],
    ['DEMO', 'yes'],
    ['ADMIN_USERNAME', 'dva imena'],
    ['ADMIN_USERNAME', 'x'.repeat(101)],
    ['ADMIN_PASSWORD', 'abc'],
    ['ADMIN_PASSWORD', '😀😀'],
    ['ADMIN_PASSWORD', 'x'.repeat(1025)],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.256'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['TRUST_PROXY', '-1'],
    ['FCM_SERVICE_ACCOUNT', '/nowhere/account.json'],
    ['FCM_SERVICE_ACCOUNT', '{"project_id":'],
    ['FCM_SERVICE_ACCOUNT', '{"project_id":"x","client_email":"y","private_key":"z","token_uri":"http://t"}'],
    ['FCM_URL', 'fcm.googleapis.com'],
    ['VAPID_PUBLIC_KEY', 'BAMVYmgYHPdc3jPNYHBT95nDe'],
    ['VAPID_SUBJECT', 'office@example.com'],
    ['WEB_PUSH_HOSTS', 'push.example.com,*'],
    ['MAP_TILE_URL', 'https://tiles.example.com/'],
    ['PUBLIC_URL', 'kontor.example'],
    ['PUBLIC_URL', 'https://kontor.example/office'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://ana@kontor.example'],
    ['MAP_TILE_URL', '/tiles/{z}/{x}/{y}.png'],
    ['MAP_TILE_URL', "https://x.y; script-src 'unsafe-inline'/{z}/{x}/{y}"],
  ] as const)('%s is reported when it is %s', ([name, value]) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`))
  })

  test('an address of mail that is not encoded is reported', () => {
    const mail = { MAIL_FROM: 'kontor@example.com', PUBLIC_URL: 'https://kontor.example' }
    const SMTP_URL = 'smtp://kontor:50%off@mail.example.com'
    expect(() => readConfig({ ...mail, SMTP_URL })).toThrow(/^SMTP_URL must/)
    expect(readConfig({ ...mail, SMTP_URL: SMTP_URL.replace('%', '%25') }).mail?.auth?.pass).toBe('50%off')
  })

  test('a service account is never in the message about it', () => {
    const FCM_SERVICE_ACCOUNT = `'{"private_key":"tajna"}'`
    expect(() => readConfig({ FCM_SERVICE_ACCOUNT })).toThrow(/^FCM_SERVICE_ACCOUNT must (?!.*tajna)/)
  })

  test('reports all invalid variables at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: '2', LOG_LEVEL: '?' })).toThrow(/LOG_LEVEL .*PORT .*DEMO /)
  })

  test('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', ADMIN_PASSWORD: '', TRUST_PROXY: '' })).toEqual(
      readConfig({}),
    )
  })

  test('fills demo data only into the embedded database on a private server unless it is requested', () => {
    expect(readConfig({}).demo).toBe(true)
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/kontor' }).demo).toBe(false)
    for (const env of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: '10.0.0.7' }, { TRUST_PROXY: '1' }])
      expect([readConfig(env).demo, readConfig({ ...env, DEMO: '1' }).demo]).toEqual([false, true])
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/kontor', DEMO: '1' }).demo).toBe(true)
  })

  test('trusts as many proxies as the number says, never headers of the client', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '2' })
    const trusted = [0, 1, 2, 3].map((hop) => typeof trustProxy === 'function' && trustProxy('10.0.0.1', hop))
    expect(trusted).toEqual([true, true, false, false])
    expect(readConfig({}).trustProxy).toBe(false)
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
    for (const value of ['loopback', '10.0.0.0/8, ::1', 'fd00::/8']) {
      expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
    }
  })

  test('normalises the first username as a sign-in does', () => {
    expect(readConfig({ ADMIN_USERNAME: ' ＡNA ' }).adminUsername).toBe('ana')
  })
})

test('requires web push keys to be a pair', () => {
  const pair = (VAPID_PUBLIC_KEY: string, VAPID_PRIVATE_KEY: string) =>
    readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).push.vapid
  const one = webPush.generateVAPIDKeys()
  const two = webPush.generateVAPIDKeys()
  expect(pair(one.publicKey, one.privateKey)).toEqual(one)
  expect(() => pair(one.publicKey, two.privateKey)).toThrow(/VAPID_PUBLIC_KEY must/)
})

test('returns the hosts of map tiles in the form of a content security policy', () => {
  expect(tileHosts()).toEqual([])
  expect(tileHosts('https://tile.example.com:8443/{z}/{x}/{y}.png')).toEqual([
    'https://tile.example.com:8443',
  ])
  expect(tileHosts('https://{s}.example.com/{z}/{x}/{y}.png?key=1')).toEqual(['https://*.example.com'])
})

test('accepts and reports former names of variables; the current name takes precedence', () => {
  const env = { BACKUP_KEEP: '3', WEBHOOK_PRIVATE: '1', MAP_TILES: ' ' }
  expect(readConfig(env)).toMatchObject({
    backupRetention: 3,
    webhookAllowPrivate: true,
    mapTileUrl: undefined,
  })
  expect(readConfig({ ...env, BACKUP_RETENTION: '9' }).backupRetention).toBe(9)
  expect(renamedSettings(env)).toEqual([
    'BACKUP_KEEP is now called BACKUP_RETENTION; the former name still works.',
    'WEBHOOK_PRIVATE is now called WEBHOOK_ALLOW_PRIVATE; the former name still works.',
  ])
})
