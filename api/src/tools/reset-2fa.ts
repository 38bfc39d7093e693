import { normalizeUsername } from '@kontor/contract/lib/fields/identity'
import { StartupError } from '../lib/database/database-errors.ts'
import { open, print, run } from './run.ts'

// npm run reset-2fa -- username: removes the second factor of an administrator whom no colleague can help.

await run(async (config, [typedName]) => {
  if (!typedName) throw new StartupError('Usage: npm run reset-2fa -- username')
  const username = normalizeUsername(typedName)
  const database = await open(config, { migrate: false })
  try {
    const { rows } = await database.pool.query(
      `WITH user_ AS (SELECT id FROM users WHERE username = $1),
        app AS (DELETE FROM totp_factors USING user_ WHERE user_id = user_.id RETURNING user_id),
        keys AS (DELETE FROM passkeys USING user_ WHERE user_id = user_.id RETURNING user_id),
        ended AS (DELETE FROM sessions USING user_ WHERE user_id = user_.id)
      SELECT EXISTS (SELECT FROM user_) AS is_known,
        EXISTS (SELECT FROM app) OR EXISTS (SELECT FROM keys) AS had_one`,
      [username],
    )
    if (!rows[0]?.is_known) throw new StartupError(`There is no user called ${username}.`)
    print(
      rows[0].had_one
        ? `${username} now signs in with the password only. All sessions were ended.`
        : `${username} had no second factor.`,
    )
  } finally {
    await database.close()
  }
})
