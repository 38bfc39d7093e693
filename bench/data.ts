import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Rows of the benchmark's database. */
export const PRODUCTS = 200_000
export const PARTNERS = 20_000

/** Fills a migrated, empty database by SQL: the same rows every time, with a brand in every eighteenth name. */
export async function fill(client: pg.Client, { products = PRODUCTS, partners = PARTNERS } = {}) {
  await client.query(`
    INSERT INTO products (erp_code, name, description, price, quantity, updated_at)
    SELECT 'ART-' || lpad(i::text, 6, '0'),
      (ARRAY['Michelin','Sava','Tigar','Kleber','Nokian','Continental','Hankook','Bridgestone','Pirelli','Goodyear',
        'Falken','Kumho','Toyo','Barum','Matador','Dunlop','Vredestein','Firestone'])[1 + i % 18]
        || ' guma ' || (145 + i % 20 * 10) || '/' || (35 + i % 10 * 5) || ' R' || (13 + i % 9) || ' ' || i,
      CASE i % 3 WHEN 0 THEN 'Ljetnja guma' WHEN 1 THEN 'Zimska guma, M+S' END,
      40 + i % 900 + (i % 100) / 100.0, i % 400, now() - i * interval '1 minute'
    FROM generate_series(1, ${products}) AS i`)
  await client.query(`INSERT INTO countries (name) VALUES ('Crna Gora')`)
  await client.query(
    `INSERT INTO cities (name, country_id) SELECT 'Grad ' || i, 1 FROM generate_series(1, 50) AS i`,
  )
  await client.query(`
    INSERT INTO partners (id, name, city_id, debt)
    SELECT i, 'Auto servis ' || i, 1 + i % 50, i % 10000 FROM generate_series(1, ${partners}) AS i`)
  await client.query('VACUUM ANALYZE')
}

/** A signed-in user of a partner, with a chat. */
export async function makeChat(client: pg.Client) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await client.query(`WITH kind AS (INSERT INTO categories (name) VALUES ('Razgovori') RETURNING id),
      training AS (INSERT INTO sliders (name, type, url, image) VALUES ('Obuka', 4, 'https://obuka.example', 'obuka.jpg') RETURNING id),
      theirs AS (INSERT INTO slider_categories (slider_id, category_id) SELECT training.id, kind.id FROM training, kind)
    INSERT INTO partner_categories (partner_id, category_id) SELECT 1, id FROM kind`)
  await client.query(
    `WITH added AS (INSERT INTO users (name, username, password_hash, partner_id) VALUES ('Kupac', 'kupac', '', 1) RETURNING id, partner_id),
      signed_in AS (INSERT INTO sessions (token_hash, user_id, expires_at)
        SELECT $1, id, now() + interval '1 day' FROM added)
    INSERT INTO message_threads (slider_id, user_id, partner_id, last_message)
      SELECT sliders.id, added.id, partner_id, 'Poruka' FROM added, sliders`,
    [hash],
  )
  const { rows } =
    await client.query(`INSERT INTO messages (message_thread_id, message, from_office, created_at)
      SELECT id, 'Poruka', true, now() FROM message_threads RETURNING message_thread_id AS id,
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS after`)
  return { ...rows[0], token } as { id: number; after: string; token: string }
}
