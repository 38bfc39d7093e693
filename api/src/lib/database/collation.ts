import type { Pool } from 'pg'
import { isDatabaseError, StartupError } from './database-errors.ts'

const rules = '&C<č<<<Č<ć<<<Ć &D<dž<<<Dž<<<DŽ<đ<<<Đ &L<lj<<<Lj<<<LJ &N<nj<<<Nj<<<NJ &S<š<<<Š &Z<ž<<<Ž'
const byRules = `provider = icu, locale = 'und', rules = '${rules}'`
const byLocale = `provider = icu, locale = 'hr'`

// Each word once in small and once in capital letters: a capital sorts right after its small letter.
const alphabet = [
  'ca',
  'Ca',
  'cz',
  'ča',
  'Ča',
  'čz',
  'ća',
  'Ća',
  'da',
  'Da',
  'dz',
  'dža',
  'Dža',
  'DŽA',
  'džz',
  'đa',
  'Đa',
  'e',
  'E',
  'la',
  'La',
  'lz',
  'lja',
  'Lja',
  'LJA',
  'ma',
  'na',
  'Na',
  'nz',
  'nja',
  'Nja',
  'NJA',
  'o',
  'sa',
  'Sa',
  'sz',
  'ša',
  'Ša',
  't',
  'za',
  'Za',
  'zz',
  'ža',
  'Ža',
]

/**
 * Creates the collation `kontor` (the Montenegrin alphabet) unless it exists, and verifies its order. Runs before the
 * migrations, which use it. Throws StartupError when this server cannot sort so.
 */
export async function ensureCollation(pool: Pool) {
  const version = await pool.query(`select current_setting('server_version_num')::int >= 160000 as has_rules`)
  const recipes = version.rows[0].has_rules ? [byRules, byLocale] : [byLocale]
  const failures: string[] = []
  for (const recipe of recipes) {
    try {
      await createCollation(pool, recipe)
      break
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (failures.length === recipes.length)
    throw new StartupError(`The collation "kontor" cannot be created (${failures.join('; ')}).`)
  await probe(pool)
}

async function createCollation(pool: Pool, recipe: string) {
  try {
    await pool.query(`create collation if not exists kontor (${recipe})`)
  } catch (error) {
    const unique_violation = '23505' // two nodes created it at the same moment
    if (!isDatabaseError(error) || error.code !== unique_violation) throw error
  }
}

async function probe(pool: Pool) {
  const sorted = await pool.query<{ word: string }>(
    'select word from unnest($1::text[]) as word order by word collate kontor',
    [alphabet.toReversed()],
  )
  const wrong = sorted.rows.findIndex(({ word }, index) => word !== alphabet[index])
  if (wrong < 0) return
  throw new StartupError(
    `The collation "kontor" sorts wrongly on this server ("${sorted.rows[wrong]?.word}" where "${alphabet[wrong]}" belongs): PostgreSQL with ICU is needed; drop the collation and start again.`,
  )
}
