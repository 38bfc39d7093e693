import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The used parts of its API: it has no types. */
interface S3rver {
  configureBuckets(): Promise<unknown>
  callback(): RequestListener
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

/** Handles a request instead of the server, or returns false. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * An S3 server in this process, with the bucket `kontor`. `url()` is its FILES_URL; `fault`, while it is set,
 * intercepts requests; `asked` are the requests, `state.open` the number of open ones.
 */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-s3-'))
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'kontor' }] }
  const storage = new S3rver(options)
  await storage.configureBuckets()
  const answer = storage.callback()
  const requests: string[] = []
  const state: { fault: Fault | undefined; open: number } = { fault: undefined, open: 0 }
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    state.open++
    response.once('close', () => state.open--)
    if (!state.fault?.(request, response)) answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  /** Removes the fault, and ends the requests that it holds. */
  function heal() {
    state.fault = undefined
    server.closeAllConnections()
  }
  async function stop() {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(directory, { recursive: true, force: true })
  }
  return {
    host,
    asked: requests,
    state,
    heal,
    stop,
    url: ({ login = 'S3RVER:S3RVER', path = 'kontor/office', query = 'tls=0&timeout=60' } = {}) =>
      `s3://${login}@${host}/${path}?${query}`,
  }
}
