import { memoize } from '../../concurrency/memoize.ts'
import type { Mailbox, MailSettings } from './settings.ts'

/** A mail in plain text, which every mail program shows. */
export interface Message {
  to: Mailbox
  subject: string
  text: string
}

/** The result of handing a mail to the server. */
type Outcome =
  | { status: 'sent' }
  /** Permanently rejected. */
  | { status: 'refused'; error: string }
  | { status: 'later'; error: string }

/** Sends mails to the configured server, each on its own connection. */
export function smtpSender(settings: MailSettings, timeoutMs: number) {
  const { host, port, secure, auth, requireTLS, from } = settings
  const opened = memoize(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port,
      secure,
      requireTLS,
      ...(auth && { auth }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Nodemailer must not read files or URLs that a text names.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return async ({ to, subject, text }: Message): Promise<Outcome> => {
    const transport = await opened()
    try {
      await transport.sendMail({
        from,
        to: oneLine(to),
        subject: inOneLine(subject),
        text,
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

/**
 * Classifies an error. When the server rejects all mails (e.g. wrong credentials), the mail is retried, because an
 * administrator can fix that.
 */
function outcomeOf(error: unknown): Outcome {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isFinal = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  return { status: isFinal ? 'refused' : 'later', error: responseCode ? `${code} ${responseCode}` : code }
}
