import * as z from 'zod/mini'
import { route } from './lib/http/route.ts'
import { keyed, keysOf } from './lib/lists/keys.ts'
import { resources } from './resources.ts'

/** The generated resources whose active records the home page counts. */
export const countedResources = keysOf(resources)
  .filter((name) => resources[name].labels.cnr.counted)
  .sort()

/**
 * Tables without events per record, which the home page and a partner's page show: an import writes thousands of
 * records at once. A change of their counters is published at intervals.
 */
export const watchedTables = [
  ...countedResources,
  ...(['notifications', 'partners', 'products', 'stores', 'users'] as const),
]

type Watched = Record<(typeof watchedTables)[number], true>
declare module './lib/http/events.ts' {
  interface WatchedTables extends Watched {}
}

export const home = {
  figures: route({
    method: 'GET',
    path: '/api/home',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Get home page figures',
    description: 'Returns only figures that the caller may see.',
    response: z.partial(
      z.object({
        products: z.object({ active: z.int(), out_of_stock: z.int() }),
        partners: z.object({ active: z.int(), inactive: z.int() }),
        /** Campaigns that partners see today, and the others. */
        campaigns: z.object({ shown: z.int(), hidden: z.int() }),
        /** Undelivered lines of campaigns' carts, and the number of their partners. */
        cart: z.object({ undelivered: z.int(), partners: z.int() }),
        sliders: z.object({ visible: z.int(), hidden: z.int() }),
        users: z.object({ staff: z.int(), partners: z.int() }),
        /**
         * Notifications sent in the office's last thirty days including today, and devices that can receive messages.
         */
        notifications: z.object({ recent: z.int(), devices: z.int() }),
        support: z.object({ open: z.int(), complaints: z.int() }),
        ...keyed(countedResources, () => z.int()),
        stores: z.int(),
        /** Without deleted nodes; `hidden` counts nodes that are hidden themselves. */
        catalogue: z.object({ categories: z.int(), products: z.int(), hidden: z.int() }),
        technicalSupport: z.object({ folders: z.int(), items: z.int() }),
        /** Today's active orders by the office's calendar, with their pieces and euros. */
        catalogueOrders: z.object({ today: z.int(), pieces: z.int(), total: z.string() }),
      }),
    ),
  }),
}
