import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A received mail: envelope recipients and lines. */
interface Received {
  to: string[]
  raw: string
  subject: string
  body: string
}

/**
 * A mail server on a free port that stores received mails. While `refuse` has a code, recipients are rejected with it;
 * attempts are counted. Recipients are answered once `hold` has resolved.
 */
export async function startMailServer() {
  const received: Received[] = []
  const state = { refuse: 0, tries: 0, hold: Promise.resolve() }
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const check of Array.from(waiting)) check()
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onRcptTo: (_address, _session, done) => {
      state.tries += 1
      changed()
      void state.hold.then(() =>
        done(state.refuse ? Object.assign(new Error('refused'), { responseCode: state.refuse }) : undefined),
      )
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
  server.on('error', () => {}) // a client that was killed
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  /** Resolves when `is` returns true; checked at every received mail. */
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

/** Parses a mail of one part. */
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

/** Decodes encoded words of a header. */
const words = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : bytesOf(word.replace(/_/g, ' ')),
    )
