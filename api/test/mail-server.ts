import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as it came in: to whom the envelope says, and its lines. */
interface Received {
  to: string[]
  raw: string
  subject: string
  body: string
}

/**
 * A real mail server on a port of its own that keeps what it is given. While `refuse` has a code, recipients are refused
 * with it; each try is counted.
 */
export async function startMailServer() {
  const received: Received[] = []
  const state = { refuse: 0, tries: 0 }
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const check of [...waiting]) check()
  }
  const server = new SMTPServer({
    ...{ hideSTARTTLS: true, allowInsecureAuth: true, authOptional: true },
    onRcptTo: (_address, _session, done) => {
      state.tries += 1
      changed()
      done(state.refuse ? Object.assign(new Error('refused'), { responseCode: state.refuse }) : undefined)
    },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        received.push(
          read(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        )
        done()
        changed()
      })
    },
  })
  server.on('error', () => {}) // a caller that was killed
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  /** Resolves when `is` holds, which is looked at whenever something comes in. */
  const until = (is: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!is()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Kontor <kontor@firma.me>',
      PUBLIC_URL: 'http://127.0.0.1:3000',
    },
    received,
    state,
    until,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Mails of one part, as ours are. */
function read(raw: string, to: string[]): Received {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  return {
    to,
    raw,
    subject: words(header('Subject')),
    body: decoded(raw.slice(end + 4), header('Content-Transfer-Encoding')),
  }
}

const decoded = (body: string, encoding: string) =>
  encoding === 'base64'
    ? Buffer.from(body, 'base64').toString()
    : encoding === 'quoted-printable'
      ? bytesOf(body.replace(/=\r\n/g, ''))
      : body

const bytesOf = (quoted: string) =>
  Buffer.from(
    quoted.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Encoded words of a header. */
const words = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : bytesOf(word.replace(/_/g, ' ')),
    )
