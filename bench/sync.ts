import { PRODUCTS } from './data.ts'
import { type Server, watched } from './servers.ts'
import { inSeconds, printLine } from './table.ts'

const LINES = 100_000

/** The maximum number of lines: half of them change a product, half are new; then the same again. */
export async function sync(server: Server, token: string) {
  const first = PRODUCTS - LINES / 2 + 1
  const lines = Array.from({ length: LINES }, (_, i) =>
    JSON.stringify({
      erp_code: `ART-${String(first + i).padStart(6, '0')}`,
      ...{ name: `Guma iz ERP-a ${first + i}`, price: '50.50', quantity: i },
    }),
  ).join('\n')
  for (const job of ['100,000 products by one call, half of them new', 'the same again, nothing to change']) {
    const { ms, peak, block, processor } = await watched(server, () => send(server, token, lines))
    printLine({
      ...{
        job,
        ours: `${inSeconds(ms)}, ${processor.toFixed(1)} s of Node’s processor, ${peak} MB, longest block ${block} ms`,
      },
      ...{
        result: inSeconds(ms),
        goal: '≤ 10 s, ≤ 250 MB, block ≤ 100 ms',
        isReached: ms <= 10_000 && peak <= 250 && block <= 100,
      },
    })
  }
}

async function send({ address }: Server, token: string, body: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const response = await fetch(`${address}/api/sync/products`, { method: 'PUT', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`sync: ${response.status} ${text.slice(0, 300)}`)
}
