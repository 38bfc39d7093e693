import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Builds the floor's page and serves it; its calls to the API are forwarded to Kontor. */
export async function serveBarePage(kontor: string) {
  const { build } = await import('vite') // slow to load
  const outDir = mkdtempSync(join(tmpdir(), 'kontor-bare-'))
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  const server = createServer((request, response) => void answer(request, response, kontor, outDir))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(outDir, { recursive: true })
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, kontor: string, outDir: string) {
  const path = request.url ?? '/'
  if (path.startsWith('/api/')) {
    const { authorization = '', 'content-type': type = '' } = request.headers
    let body = ''
    for await (const part of request) body += part
    const headers = { authorization, 'content-type': type }
    const answered = await fetch(kontor + path, { method: request.method ?? 'GET', headers, body })
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text())
    return
  }
  const file = /^\/assets\/[\w.-]+$/.test(path) ? path : '/index.html'
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type }).end(await readFile(join(outDir, file)))
}
