import { connect } from 'node:net'

/**
 * Sends raw bytes to a local port and resolves to all received bytes until the server closes the connection. With
 * `slowly`, the rest follows byte by byte at this interval in ms.
 */
export function sendRaw(port: number, first: string | Buffer, slowly?: { rest: string; ms: number }) {
  return new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearInterval(timer)
      resolve(received)
    }
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
    socket.on('error', end) // a reset after the response counts as its end
    socket.on('close', end)
    socket.write(first)
    if (!slowly) return
    let at = 0
    timer = setInterval(() => socket.writable && socket.write(slowly.rest[at++] ?? ' '), slowly.ms)
  })
}

/** A request as text; with `Connection: close`, so that the response's end is visible. */
export const requestText = (line: string, headers: Record<string, string | number>, body = '') =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

/** The status of the first response; 0 without one. */
export const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
