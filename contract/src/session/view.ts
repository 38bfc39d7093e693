import * as z from 'zod/mini'
import { idParams, typedId } from '../lib/fields/fields.ts'
import type { Permission } from '../lib/http/permissions.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'

/** Minutes after which a view of the partners' app ends. It also ends with the session that began it. */
export const VIEW_MINUTES = 30

/**
 * What an office user needs to view the app as a partner: the permission itself, and those for what the app shows of
 * the partner. Nobody sees there what the office would not show.
 */
export const viewPermissions: readonly Permission[] = [
  ...(['partnerView.see', 'partners.see', 'figures.see', 'campaigns.see', 'cart.see'] as const),
  ...(['catalogueOrders.see', 'sliders.see', 'notifications.see', 'customerSupport.see'] as const),
]

const view = { audience: 'staff', permission: 'partnerView.see' } as const

export const partnerView = {
  users: route({
    ...view,
    method: 'GET',
    path: '/api/partners/:id/view',
    summary: 'List users for view as partner',
    description: 'Returns the active users of the partner.',
    params: idParams,
    response: z.array(z.object({ ...recordRef.shape, username: z.string() })),
  }),
  begin: route({
    ...view,
    method: 'POST',
    path: '/api/partners/:id/view',
    summary: 'Start view as partner',
    description:
      'Returns a token that reads the partners’ app as a user of this partner and writes nothing. The view is in the history. Also requires the permissions to see figures, campaigns, carts, orders, sliders, notifications and customer support.',
    params: idParams,
    body: z.strictObject({ user_id: typedId }),
    response: z.object({
      token: z.string(),
      /** In ms from now. */
      expires_in: z.int(),
      partner_id: z.int(),
      username: z.string(),
    }),
  }),
}
