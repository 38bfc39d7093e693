import { memoize } from '../memoize.ts'
import type { Mailbox, MailSettings } from './settings.ts'

/** A mail as a feature writes it: text alone, which every program shows. */
export interface Message {
  to: Mailbox
  subject: string
  text: string
}

/** What came of handing a mail over. */
type Outcome =
  | { status: 'sent' }
  /** Nobody will ever take it. */
  | { status: 'refused'; error: string }
  | { status: 'later'; error: string }

/** Hands mails over to the configured server, each on a connection of its own. */
export function smtpSender(settings: MailSettings, timeoutMs: number) {
  const { host, port, secure, auth, requireTLS, from } = settings
  const opened = memoize(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...{ host, port, secure, requireTLS, ...(auth && { auth }) },
      ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
      // A mail is made of texts: nothing in it may name a file or an address to be read into it.
      ...{ disableFileAccess: true, disableUrlAccess: true },
    })
  })
  return async ({ to, subject, text }: Message): Promise<Outcome> => {
    const transport = await opened()
    try {
      await transport.sendMail({
        ...{ from, to: oneLine(to), subject: inOneLine(subject), text },
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return { status: 'sent' }
    } catch (error) {
      return outcomeOf(error)
    }
  }
}

const inOneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()
const oneLine = ({ name, address }: Mailbox): Mailbox => ({ name: inOneLine(name), address })

/** A server that refuses us all will take mail again when somebody has mended its password or ours. */
function outcomeOf(error: unknown): Outcome {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isFinal = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return { status: isFinal ? 'refused' : 'later', error: responseCode ? `${code} ${responseCode}` : code }
}
