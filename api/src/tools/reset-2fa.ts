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
      `WITH user_ AS (SELECT id, EXISTS (SELECT FROM totp_factors WHERE user_id = users.id AND confirmed_at IS NOT NULL)
          OR EXISTS (SELECT FROM passkeys WHERE user_id = users.id) AS has_factor FROM users WHERE username = $1),
        app AS (DELETE FROM totp_factors USING user_ WHERE user_id = user_.id AND has_factor),
        keys AS (DELETE FROM passkeys USING user_ WHERE user_id = user_.id AND has_factor),
        ended AS (DELETE FROM sessions USING user_ WHERE user_id = user_.id AND has_factor)
      SELECT has_factor FROM user_`,
      [username],
    )
    if (!rows[0]) throw new StartupError(`There is no user called ${username}.`)
    print(
      rows[0].has_factor
        ? `${username} now signs in with the password only. All sessions were ended.`
        : `${username} had no second factor.`,
    )
  } finally {
    await database.close()
  }
})
