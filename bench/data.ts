import type pg from 'pg'

/** Rows of the benchmark's database, as in the goals. */
export const PRODUCTS = 200_000
export const PARTNERS = 20_000

/** Fills a migrated, empty database by SQL alone: the same rows every time, with a brand in every eighteenth name. */
export async function fill(client: pg.Client) {
  await client.query(`
    INSERT INTO products (erp_code, name, description, price, quantity, updated_at)
    SELECT 'ART-' || lpad(i::text, 6, '0'),
      (ARRAY['Michelin','Sava','Tigar','Kleber','Nokian','Continental','Hankook','Bridgestone','Pirelli','Goodyear',
        'Falken','Kumho','Toyo','Barum','Matador','Dunlop','Vredestein','Firestone'])[1 + i % 18]
        || ' guma ' || (145 + i % 20 * 10) || '/' || (35 + i % 10 * 5) || ' R' || (13 + i % 9) || ' ' || i,
      CASE i % 3 WHEN 0 THEN 'Ljetnja guma' WHEN 1 THEN 'Zimska guma, M+S' END,
      40 + i % 900 + (i % 100) / 100.0, i % 400, now() - i * interval '1 minute'
    FROM generate_series(1, ${PRODUCTS}) AS i`)
  await client.query(`INSERT INTO countries (name) VALUES ('Crna Gora')`)
  await client.query(
    `INSERT INTO cities (name, country_id) SELECT 'Grad ' || i, 1 FROM generate_series(1, 50) AS i`,
  )
  await client.query(`
    INSERT INTO partners (id, name, city_id, debt)
    SELECT i, 'Auto servis ' || i, 1 + i % 50, i % 10000 FROM generate_series(1, ${PARTNERS}) AS i`)
  await client.query('VACUUM ANALYZE')
}
