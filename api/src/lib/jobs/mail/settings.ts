/** A sender or recipient. Name and address are separate, because a combined text could add further recipients. */
export interface Mailbox {
  name: string
  address: string
}

/** The mail server of the configuration. */
export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS when the server offers it. */
  secure: boolean
  auth: { user: string; pass: string } | undefined
  /** Passwords are sent unencrypted only to this machine. */
  requireTLS: boolean
  from: Mailbox
  /** The public address of the app, with which links begin. */
  publicUrl: URL
}

type Text = (name: string) => string | undefined

/** Reads the mail variables; without SMTP_URL no mails are sent. Problems are pushed to `wrong`. */
export function readMailSettings(
  text: Text,
  publicUrl: URL | undefined,
  wrong: string[],
): MailSettings | undefined {
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl === undefined) return undefined
  const url = URL.parse(smtpUrl)
  const isServer = url && /^smtps?:$/.test(url.protocol) && url.hostname && /^\/?$/.test(url.pathname)
  const login = url && loginOf(url)
  if (!isServer || !login)
    wrong.push('SMTP_URL must be an address like smtp://name:password@mail.example.com:587, with % as %25')
  const from = mailbox(text('MAIL_FROM') ?? '')
  if (!from) wrong.push('MAIL_FROM must be set with SMTP_URL, like Kontor <kontor@example.com>')
  if (!publicUrl) wrong.push('PUBLIC_URL must be set with SMTP_URL, for links in mails begin with it')
  if (!isServer || !login || !from || !publicUrl) return undefined
  const secure = url.protocol === 'smtps:'
  const auth = login.user ? login : undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const requireTLS = !secure && auth !== undefined && !/^(localhost|127\.[\d.]+|::1)$/.test(host)
  return { host, port: Number(url.port) || (secure ? 465 : 587), secure, auth, requireTLS, from, publicUrl }
}

/** The user name and password of an address; undefined when they are not encoded as in one. */
function loginOf({ username, password }: URL) {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}

/** Parses `Kontor <kontor@example.com>`, `"Kontor" <…>` or an address alone; undefined when invalid. */
function mailbox(text: string): Mailbox | undefined {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"]*)"|([^"<>]*?))\s*<([^<>\s]+)>|(\S+))$/.exec(text) ?? []
  const address = inBrackets ?? alone ?? ''
  return /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(address) ? { name: quoted ?? plain ?? '', address } : undefined
}
