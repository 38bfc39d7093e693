import { type partnerView, VIEW_MINUTES } from '@kontor/contract/session/view'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { newToken, tokenHash } from '../../../lib/auth/tokens.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { MAX_USER_AGENT } from '../queries.ts'
import '../../partners/table.ts'
import { requireUserOf } from '../../users/table.ts'
import '../table.ts'
import { requirePartnerViewPermission } from './rules.ts'

/**
 * Opens a session that reads the partners' app as this user, and writes who viewed whom into the history. It is no
 * sign-in of the user: neither the log of sign-ins nor the list of signed-in partners has it. Throws 403 for a viewer
 * who may not see in the office what the app shows, and 422 for a user of another partner or an inactive one.
 */
export function beginView(
  db: Kysely<Schema>,
  viewer: CurrentUser,
  { params, body, origin }: Pick<HandlerCall<typeof partnerView.begin>, 'params' | 'body' | 'origin'>,
) {
  requirePartnerViewPermission(viewer)
  return inTransaction(db, async (tx) => {
    await requireUserOf(tx, params.id, body.user_id)
    const { username, name, partner } = await tx
      .selectFrom('users')
      .innerJoin('partners', 'partners.id', 'users.partner_id')
      .select(['username', 'users.name', 'partners.name as partner'])
      .where('users.id', '=', body.user_id)
      .executeTakeFirstOrThrow()
    const token = newToken()
    await tx
      .insertInto('sessions')
      .values({
        token_hash: tokenHash(token),
        user_id: body.user_id,
        address: origin.address,
        viewer_id: viewer.id,
        viewer_session: viewer.session,
        user_agent: origin.userAgent.slice(0, MAX_USER_AGENT),
        expires_at: sql<string>`now() + make_interval(mins => ${VIEW_MINUTES})`,
      })
      .execute()
    const changes = JSON.stringify({ viewed_as: [null, `${name} (${username})`] })
    await sql`INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
      VALUES ('partners', ${params.id}, ${partner}, fold(${partner}), 'view', ${changes}::jsonb)`.execute(tx)
    return { token, expires_in: VIEW_MINUTES * 60_000, partner_id: params.id, username }
  })
}
