import { createECDH, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The parts of a Google service account that FCM needs. */
export interface FcmAccount {
  projectId: string
  clientEmail: string
  privateKey: string
  tokenUri: string
}

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The push services of the configuration. */
export interface PushSettings {
  fcm: FcmAccount | undefined
  /** Address of the FCM API. */
  fcmUrl: string
  /** Undefined: the server generates its own and stores them in the database. */
  vapid: VapidKeys | undefined
  /** Contact for push services, `mailto:` or `https:`. */
  vapidSubject: string
  /** Hosts of the browsers' push services; a subscription with another host is rejected. */
  webPushHosts: string[]
}

// The services of Chrome and derived browsers, Firefox, Safari and Edge. Clients supply the address that the server
// calls, so other hosts must be rejected (SSRF).
const BROWSER_HOSTS = 'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'

/** Reads the push variables; problems are pushed to `wrong`. */
export function readPushSettings(text: (name: string) => string | undefined, wrong: string[]): PushSettings {
  const fcmUrl = (text('FCM_URL') ?? 'https://fcm.googleapis.com').replace(/\/$/, '')
  if (!isHttp(fcmUrl)) wrong.push('FCM_URL must be an http address')
  const vapidSubject = text('VAPID_SUBJECT') ?? 'mailto:kontor@example.com'
  if (!/^mailto:\S+@\S+$/.test(vapidSubject) && !vapidSubject.startsWith('https://')) {
    wrong.push('VAPID_SUBJECT must begin with mailto: or https://')
  }
  const webPushHosts = (text('WEB_PUSH_HOSTS') ?? BROWSER_HOSTS).split(',').map((host) => host.trim())
  if (!webPushHosts.every((host) => HOST.test(host))) {
    wrong.push('WEB_PUSH_HOSTS must be host names, separated by commas')
  }
  const vapid = readVapid(text('VAPID_PUBLIC_KEY'), text('VAPID_PRIVATE_KEY'), wrong)
  return { fcm: readAccount(text('FCM_SERVICE_ACCOUNT'), wrong), fcmUrl, vapid, vapidSubject, webPushHosts }
}

/** `*.example.com`, `push.example.com`, or with `http://` a local server for tests. */
const HOST = /^(http:\/\/[a-z0-9.-]+(:\d{1,5})?|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/i

const isHttp = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

function readVapid(publicKey = '', privateKey = '', wrong: string[] = []): VapidKeys | undefined {
  if (!publicKey && !privateKey) return undefined
  if (publicKeyOf(privateKey) === publicKey) return { publicKey, privateKey }
  wrong.push('VAPID_PUBLIC_KEY must be the one that was made together with VAPID_PRIVATE_KEY')
  return undefined
}

function publicKeyOf(privateKey: string) {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return undefined // not a valid private key of the curve
  }
}

/** The variable is the JSON itself or the path of its file. */
function readAccount(variable: string | undefined, wrong: string[]): FcmAccount | undefined {
  if (!variable) return undefined
  try {
    const json = variable.startsWith('{') ? variable : readFileSync(variable, 'utf8')
    const account = JSON.parse(json) as Record<string, unknown> // checked field by field
    const field = (name: string) => {
      const value = account[name]
      if (typeof value !== 'string' || value === '') throw new Error(`it has no ${name}`)
      return value
    }
    createPrivateKey(field('private_key'))
    const tokenUri = field('token_uri')
    if (!isHttp(tokenUri)) throw new Error('its token_uri is not a URL')
    return {
      projectId: field('project_id'),
      clientEmail: field('client_email'),
      privateKey: field('private_key'),
      tokenUri,
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // The message of the file system has the value, which may be a key in quotes.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (code ?? message)
    wrong.push(`FCM_SERVICE_ACCOUNT must be a service account or the path of its file (${reason})`)
    return undefined
  }
}
