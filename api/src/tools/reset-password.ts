import { normalizeUsername } from '@kontor/contract/lib/fields/identity'
import { LINK_MINUTES } from '@kontor/contract/session/passwordLinks'
import { newToken, tokenHash } from '../lib/auth/tokens.ts'
import { StartupError } from '../lib/database/database-errors.ts'
import { open, print, run } from './run.ts'

// npm run reset-password -- username: a link to a new password for an administrator whom no mail reaches.

await run(async (config, [typedName]) => {
  if (!typedName) throw new StartupError('Usage: npm run reset-password -- username')
  const username = normalizeUsername(typedName)
  const token = newToken()
  const database = await open(config, { migrate: false })
  try {
    const { rows } = await database.pool.query(
      `WITH user_ AS (SELECT users.id, partner_id, users.is_active AND partners.is_active IS NOT FALSE AS can
          FROM users LEFT JOIN partners ON partners.id = partner_id WHERE username = $1 AND NOT is_key),
        link AS (INSERT INTO password_links (user_id, token_hash, expires_at)
          SELECT id, $2, now() + make_interval(mins => $3) FROM user_ WHERE can),
        ended AS (DELETE FROM sessions USING user_ WHERE user_id = user_.id AND can)
      SELECT partner_id, can FROM user_`,
      [username, tokenHash(token), LINK_MINUTES],
    )
    const [user] = rows
    if (!user) throw new StartupError(`There is no user called ${username}.`)
    if (!user.can) throw new StartupError(`${username} is inactive and cannot sign in.`)
    const path = `${user.partner_id === null ? '' : '/app'}/password#${token}`
    print(`All sessions of ${username} were ended. The link works once, for ${LINK_MINUTES} minutes:`)
    print(config.publicUrl ? new URL(path, config.publicUrl).href : `<the address of Kontor>${path}`)
  } finally {
    await database.close()
  }
})
