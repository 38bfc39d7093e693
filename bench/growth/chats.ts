import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { printLine } from '../table.ts'

const CHATS = 1000
/** Requests per second of all chats together, which poll every three seconds or so as the documents specify. */
const RATE = 300
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)

/** A thread with twenty messages for each of a thousand partners' users in one Obuka; returns their tokens. */
async function fillChats(client: pg.Client) {
  const tokens = Array.from({ length: CHATS }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  await client.query("SET kontor.history = 'off'")
  await client.query(`WITH kind AS (INSERT INTO categories (name) VALUES ('Razgovori') RETURNING id),
      training AS (INSERT INTO sliders (name, type, url, image) VALUES ('Obuka', 4, 'https://obuka.example', 'obuka.jpg') RETURNING id),
      theirs AS (INSERT INTO slider_categories (slider_id, category_id) SELECT training.id, kind.id FROM training, kind)
    INSERT INTO partner_categories (partner_id, category_id) SELECT partners.id, kind.id FROM partners, kind
      WHERE partners.id <= ${CHATS}`)
  await client.query(
    `WITH added AS (
      INSERT INTO users (name, username, password_hash, partner_id) SELECT 'Kupac', 'chat' || i, '', i
      FROM generate_series(1, ${CHATS}) AS i RETURNING id, partner_id
    ), signed_in AS (INSERT INTO sessions (token_hash, user_id, expires_at)
      SELECT ($1::bytea[])[partner_id], id, now() + interval '1 day' FROM added)
    INSERT INTO message_threads (slider_id, user_id, partner_id, last_message)
      SELECT sliders.id, added.id, partner_id, 'Poruka'
      FROM added, sliders WHERE sliders.name = 'Obuka'`,
    [hashes],
  )
  await client.query(`INSERT INTO messages (message_thread_id, message, from_office, created_at)
    SELECT id, 'Poruka ' || i, i % 2 = 0, last_at - (20 - i) * interval '1 minute'
    FROM message_threads, generate_series(1, 20) AS i`)
  await client.query('RESET kontor.history')
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query<{ id: number; after: string }>(`SELECT message_threads.id,
      to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS after
    FROM message_threads JOIN users ON users.id = user_id WHERE username LIKE 'chat%' ORDER BY users.partner_id`)
  return rows.map(({ id, after }, i) => ({ id, after, token: tokens[i] ?? '' }))
}

/** A thousand open chats that poll without news, each on its own connection. */
export async function chats(address: string, client: pg.Client) {
  const open = await fillChats(client)
  const agent = new Agent({ keepAlive: true, maxSockets: CHATS })
  const every = (CHATS / RATE) * 1000
  const times: number[] = []
  const until = performance.now() + SECONDS * 1000
  await Promise.all(
    open.map(async ({ id, after, token }, i) => {
      await pause((i / CHATS) * every)
      while (performance.now() < until) {
        const from = performance.now()
        await poll(agent, address, token, { message_thread_id: id, last_message_timestamp: after })
        if (from > until - (SECONDS - every / 1000) * 1000) times.push(performance.now() - from) // all are connected
        await pause(Math.max(0, every - (performance.now() - from)))
      }
    }),
  )
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  printLine({
    job: `${CHATS} open chats that ask in vain, ${RATE} requests a second`,
    ours: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    result: `p99 ${at(0.99)} ms`,
    goal: '≤ 50 ms',
    isReached: at(0.99) <= 50,
  })
}

/** Retries once on another connection when the server has closed this one, as browsers do. */
const poll = (...args: Parameters<typeof once>) => once(...args).catch(() => once(...args))

const once = (agent: Agent, address: string, token: string, body: object) =>
  new Promise<void>((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    request(`${address}/api/app/getMessagesByMessageThread`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`a poll was answered ${answer.statusCode}`))
      })
    })
      .on('error', reject)
      .end(text)
  })
